// A sweep's file: which settings of protocol and players are played besides the base, as a list, a grid or both.
import { z } from "zod";
import { type Protocol, protocolSchema } from "../env/protocol.ts";
import { canonicalJson } from "../std/json.ts";
import { UserError } from "../std/user-error.ts";
import { settingName } from "./setting-name.ts";
import { loadYaml } from "./yaml.ts";

const name = z
  .string()
  .max(60)
  .regex(/^[a-z0-9][a-z0-9._-]*$/, "must be lower-case letters, digits, dots and dashes: it names a folder");

/** A protocol's fields without their defaults: what is absent stays as it was. */
const protocolFields = Object.fromEntries(
  Object.entries(protocolSchema.shape).map(([field, schema]) => [field, schema.unwrap()]),
);

const protocolChange: z.ZodType<Partial<Protocol>> = z.strictObject(
  Object.fromEntries(Object.entries(protocolFields).map(([field, schema]) => [field, z.exactOptional(schema)])),
);
const protocolAxes: z.ZodType<Readonly<Record<string, readonly unknown[]>>> = z.strictObject(
  Object.fromEntries(
    Object.entries(protocolFields).map(([field, schema]) => [field, z.exactOptional(z.array(schema).min(1))]),
  ),
);

/** Fields that say who a player is: another one is another player, not another setting. */
const IDENTITY = ["label", "category", "framework"];
const playerField = z
  .string()
  .refine((field) => !IDENTITY.includes(field), "it says who a player is; name other players with --models");

const playerChange = z.record(playerField, z.unknown());
const playerAxes = z.record(playerField, z.array(z.unknown()).min(1));

/** A sweep's file. */
export const sweepSchema = z
  .strictObject({
    name,
    /** One sentence for readers of its tables. */
    about: z.string().max(500).exactOptional(),
    /** Players' files or globs, as for `--models`, which goes before them. */
    models: z.array(z.string().min(1)).min(1).exactOptional(),
    /** As for `--seeds`, which goes before it. */
    seeds: z.union([z.string(), z.int().min(1)]).exactOptional(),
    repeats: z.int().min(1).max(1000).default(1),
    /** What the base, to which every setting is compared, changes of the paper's protocol and the players' files. */
    base: z
      .strictObject({ protocol: protocolChange.exactOptional(), player: playerChange.exactOptional() })
      .default({}),
    /** Settings one by one. */
    settings: z
      .array(
        z.strictObject({
          name: name.exactOptional(),
          protocol: protocolChange.exactOptional(),
          player: playerChange.exactOptional(),
        }),
      )
      .min(1)
      .exactOptional(),
    /** Every combination of the values of its fields. */
    grid: z
      .strictObject({ protocol: protocolAxes.exactOptional(), player: playerAxes.exactOptional() })
      .exactOptional(),
  })
  .refine(({ settings, grid }) => settings !== undefined || grid !== undefined, {
    error: "a sweep needs 'settings' (a list) or a 'grid'",
  });

/** A sweep's file as validated. */
export type Sweep = z.infer<typeof sweepSchema>;

/** What a setting changes of the base. */
export interface SweepSetting {
  /** Stable for the same change: it names the setting's folder. */
  readonly name: string;
  readonly protocol: Partial<Protocol>;
  /** Fields of players' files, see `changePlayer`. */
  readonly player: Readonly<Record<string, unknown>>;
}

/** The setting to which the others are compared. */
export const BASE = "base";

/** Reads a sweep's file. Throws a {@link UserError} of lines `file:line:column: message`. */
export function loadSweep(file: string): Sweep {
  return loadYaml(file, sweepSchema);
}

/**
 * The settings of a sweep in order: the base, the list, then the grid, its last field running fastest. Fields go in the
 * order in which a protocol has them, not in the file's, so that names of folders outlive a rearranged file.
 */
export function expandSweep(sweep: Sweep): SweepSetting[] {
  const listed = (sweep.settings ?? []).map((setting) => settingOf(setting, setting.name));
  const product = combinations([
    ...axesOf("protocol", sweep.grid?.protocol),
    ...axesOf("player", sweep.grid?.player),
  ]).map((change) => settingOf(change));
  const settings = [settingOf({}, BASE), ...listed, ...(sweep.grid === undefined ? [] : product)];
  refuseRepeated(settings);
  return settings;
}

type Change = { readonly protocol?: Partial<Protocol>; readonly player?: Readonly<Record<string, unknown>> };

function settingOf({ protocol = {}, player = {} }: Change, given?: string): SweepSetting {
  return { name: given ?? settingName(protocol, player), protocol, player };
}

/** The values of one field, each as the change it makes. */
type Axis = readonly Change[];

function axesOf(part: "protocol" | "player", axes: Readonly<Record<string, unknown>> = {}): Axis[] {
  return Object.entries(axes).map(([field, values]) =>
    (values as unknown[]).map((value): Change => ({ [part]: { [field]: value } })),
  );
}

function combinations(axes: readonly Axis[]): Change[] {
  return axes.reduce<Change[]>(
    (sofar, axis) =>
      sofar.flatMap((left) =>
        axis.map((right) => ({
          protocol: { ...left.protocol, ...right.protocol },
          player: { ...left.player, ...right.player },
        })),
      ),
    [{}],
  );
}

function refuseRepeated(settings: readonly SweepSetting[]): void {
  const first = new Map<string, SweepSetting>();
  for (const setting of settings) {
    const other = first.get(setting.name);
    if (other !== undefined) {
      const same = canonicalJson(other) === canonicalJson(setting);
      throw new UserError(
        `two settings of the sweep are named "${setting.name}"${same ? " and change the same" : ""}`,
        {
          hint: same ? "Leave one of them out." : "Give one of them another name.",
        },
      );
    }
    first.set(setting.name, setting);
  }
}
