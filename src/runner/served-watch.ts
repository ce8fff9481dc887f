// Watches which models answer under a run's labels: whoever is told of a change in time can stop the run.
import { servedIn, type TrialLine } from "../record/trial-line.ts";

/** Sees the trials of a run as they end. */
export class ServedWatch {
  readonly #known = new Map<string, Set<string>>();

  constructor(ended: Iterable<TrialLine>) {
    for (const line of ended) this.see(line);
  }

  /** What is to be said of a trial that a model answered in which had not answered under its label; else null. */
  see({ trial: { id, label }, result }: TrialLine): string | null {
    const models = servedIn(result);
    const [first] = models;
    if (first === undefined) return null;
    const known = this.#known.get(label) ?? new Set([first]);
    this.#known.set(label, known);
    const before = [...known].join(" and ");
    const others = models.filter((model) => !known.has(model));
    for (const model of others) known.add(model);
    return others.length === 0 ? null : `${id} was served by ${others.join(" and ")}, ${label} so far by ${before}`;
  }
}
