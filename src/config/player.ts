// One player: one YAML file, one row of the table.
import { z } from "zod";
import { oraclePlayerSchema } from "../agents/oracle-player.ts";
import { reactPlayerSchema } from "../agents/react/player.ts";
import { scriptedPlayerSchema } from "../agents/scripted.ts";

/** A player's file. */
export const playerSchema = z.discriminatedUnion("framework", [
  scriptedPlayerSchema,
  reactPlayerSchema,
  oraclePlayerSchema,
]);

/** A player's settings as validated. */
export type Player = z.infer<typeof playerSchema>;
