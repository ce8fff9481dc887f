/** Below this the recurrence Γ(x) = Γ(x + 1) / x lifts the argument; from here Stirling's series is exact to 1e-15. */
const STIRLING_FROM = 12;

/**
 * ln Γ(x) for x > 0, by Stirling's series after lifting small x with the recurrence.
 * Source: Abramowitz & Stegun (1964), 6.1.15 and 6.1.41.
 */
export function logGamma(x: number): number {
  let lift = 1;
  let y = x;
  while (y < STIRLING_FROM) {
    lift *= y;
    y += 1;
  }
  const r = 1 / (y * y);
  const series = (1 / 12 - r * (1 / 360 - r * (1 / 1260 - r * (1 / 1680 - r / 1188)))) / y;
  return (y - 0.5) * Math.log(y) - y + 0.5 * Math.log(2 * Math.PI) + series - Math.log(lift);
}
