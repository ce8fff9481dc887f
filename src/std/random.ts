// The only door to seedrandom. A seed and a name give one stream, whatever else is drawn elsewhere.
import seedrandom from "seedrandom";

/** A stream of uniforms in [0, 1). */
export type Uniform = () => number;

/** The uniform stream `${seed}:${name}` of Johannes Baagøe's Alea generator. */
export function uniformStream(seed: number | string, name: string): Uniform {
  return seedrandom.alea(`${seed}:${name}`);
}

const MICRO = 1e6;

/**
 * One standard normal by Box–Muller from two uniforms of the stream, in order, rounded to 6 decimals
 * so that the last bits of a platform's `log` and `cos` cannot change a world.
 */
export function roundedNormal(uniform: Uniform): number {
  const u1 = uniform();
  const u2 = uniform();
  const z = Math.sqrt(-2 * Math.log(1 - u1)) * Math.cos(2 * Math.PI * u2);
  return Math.round(z * MICRO) / MICRO;
}
