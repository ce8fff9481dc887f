/** A note the player keeps between months. */
export interface Note {
  readonly month: number;
  readonly content: string;
  readonly tags: readonly string[];
}

/** What a recall asks for; an absent part matches everything. */
export interface NoteQuery {
  readonly query?: string | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly limit: number;
}

/** The notes of one trial; they never outlive it. */
export class NoteBook {
  readonly #notes: Note[] = [];

  get size(): number {
    return this.#notes.length;
  }

  save(note: Note): void {
    this.#notes.push(note);
  }

  /** Matching notes, newest first: part of content or of a tag without regard to case, and any of the tags. */
  recall({ query, tags, limit }: NoteQuery): readonly Note[] {
    const wanted = query?.toLowerCase();
    const wantedTags = tags?.map((tag) => tag.toLowerCase());
    const matches = this.#notes.filter((note) => {
      const noteTags = note.tags.map((tag) => tag.toLowerCase());
      const text = [note.content.toLowerCase(), ...noteTags];
      const byQuery = wanted === undefined || text.some((part) => part.includes(wanted));
      return byQuery && (wantedTags === undefined || wantedTags.some((tag) => noteTags.includes(tag)));
    });
    return matches.reverse().slice(0, limit);
  }
}
