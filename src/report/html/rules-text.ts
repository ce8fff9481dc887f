/** A protocol's settings as a person says them: `paper ruleset, delay, no noise, tool budget 20`. */
export function rulesText(protocol: Readonly<Record<string, unknown>>): string {
  return Object.entries(protocol)
    .flatMap(([name, value]) => {
      const words = name.replace(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`);
      if (name === "discloseHorizon") return [value === true ? "horizon disclosed" : "horizon not disclosed"];
      if (typeof value === "boolean") return [value ? words : `no ${words}`];
      if (typeof value === "number") return [`${words} ${value}`];
      return typeof value === "string" ? [`${value} ${words}`] : [];
    })
    .join(", ");
}
