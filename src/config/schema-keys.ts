// Which keys a schema knows at a place in a value: what a misspelt key is compared with.
import type { z } from "zod";

/** The keys known to the mapping that stands at `path` of `input`, as `schema` describes it. */
export function knownKeys(schema: z.ZodType, input: unknown, path: readonly PropertyKey[]): string[] {
  let schemas = concrete(schema as unknown as Schema, input);
  let value = input;
  for (const segment of path) {
    const inner = childOf(value, segment);
    schemas = schemas.flatMap((outer) => childSchemas(outer, segment)).flatMap((child) => concrete(child, inner));
    value = inner;
  }
  const keys = schemas.flatMap((found) => (found._zod.def.type === "object" ? Object.keys(found._zod.def.shape) : []));
  return [...new Set(keys)];
}

/** What stands under a key or an index of a value, or `undefined`. */
export function childOf(value: unknown, segment: PropertyKey): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, segment)) return undefined;
  return (value as Record<PropertyKey, unknown>)[segment];
}

type Schema = z.core.$ZodTypes;

/** The schemas behind wrappers and unions. Of a discriminated union only the branch that the value names, if any. */
function concrete(schema: Schema, value: unknown): Schema[] {
  const { def } = schema._zod;
  switch (def.type) {
    case "optional":
    case "nullable":
    case "default":
    case "prefault":
    case "nonoptional":
    case "readonly":
    case "catch":
      return concrete(def.innerType as Schema, value);
    case "pipe":
      return concrete(def.in as Schema, value);
    case "lazy":
      return concrete(def.getter() as Schema, value);
    case "intersection":
      return [...concrete(def.left as Schema, value), ...concrete(def.right as Schema, value)];
    case "union":
      return chosenOptions(def, value).flatMap((option) => concrete(option, value));
    default:
      return [schema];
  }
}

function chosenOptions(def: z.core.$ZodUnionDef | z.core.$ZodDiscriminatedUnionDef, value: unknown): Schema[] {
  const options = def.options as readonly Schema[];
  if (!("discriminator" in def)) return [...options];
  const { discriminator } = def;
  const named = options.filter((option) =>
    option._zod.propValues?.[discriminator]?.has(childOf(value, discriminator) as z.core.util.Primitive),
  );
  return named.length > 0 ? named : [...options];
}

function childSchemas(schema: Schema, segment: PropertyKey): Schema[] {
  const { def } = schema._zod;
  switch (def.type) {
    case "object": {
      const child = childOf(def.shape, segment) ?? def.catchall;
      return child === undefined ? [] : [child as Schema];
    }
    case "array":
      return [def.element as Schema];
    case "tuple": {
      const child = childOf(def.items, segment) ?? def.rest;
      return child === null ? [] : [child as Schema];
    }
    case "record":
      return [def.valueType as Schema];
    default:
      return [];
  }
}
