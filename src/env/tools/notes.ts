import { z } from "zod";
import { answer } from "../answer.ts";
import { MAX_ANSWER_CHARS } from "../contract.ts";
import type { Note } from "../notebook.ts";
import { defineTool } from "../tool.ts";

const MAX_NOTE_CHARS = 2000;
const MAX_TAGS = 5;

/** Keeps a note for later months. */
export const saveNoteTool = defineTool({
  name: "save_note",
  kind: "note",
  description: "Saves a note that can be recalled in later months. Free; notes share 20 calls a month.",
  schema: z.strictObject({
    content: z.string().min(1).max(MAX_NOTE_CHARS).describe("The note, 1 to 2,000 characters."),
    tags: z.exactOptional(z.array(z.string().min(1).max(100)).max(MAX_TAGS)).describe("Up to five tags."),
  }),
  answer: (args, office) => {
    office.notes.save({ month: office.month, content: args.content, tags: args.tags ?? [] });
    return answer(`Note saved. Notes: ${office.notes.size}.`, { notes: office.notes.size });
  },
});

/** Finds notes, newest first. */
export const recallNotesTool = defineTool({
  name: "recall_notes",
  kind: "note",
  description: "Finds saved notes, newest first. Free; notes share 20 calls a month.",
  schema: z.strictObject({
    query: z.exactOptional(z.string().min(1)).describe("Part of a note's content or of a tag, in any case."),
    tags: z.exactOptional(z.array(z.string().min(1)).min(1)).describe("Notes that carry any of these tags."),
    limit: z.exactOptional(z.number().int().min(1).max(50)).describe("Most notes to return, 1 to 50. Default: 10."),
  }),
  answer: (args, office) => {
    const found = office.notes.recall({ query: args.query, tags: args.tags, limit: args.limit ?? 10 });
    if (found.length === 0) return answer("No note matches.", { notes: [], left_out: 0 });
    const shown = fitting(found);
    const leftOut = found.length - shown.length;
    const cut = leftOut === 0 ? "" : `\n[${leftOut} older matches left out. Narrow the query.]`;
    return answer(shown.map(noteText).join("\n") + cut, {
      left_out: leftOut,
      notes: shown.map((note) => ({ month: note.month, content: note.content, tags: [...note.tags] })),
    });
  },
});

/** Room for the line that says what was left out. */
const RESERVE_CHARS = 100;

function fitting(notes: readonly Note[]): readonly Note[] {
  let used = RESERVE_CHARS;
  const end = notes.findIndex((note) => {
    used += noteText(note).length + 1;
    return used > MAX_ANSWER_CHARS;
  });
  return end === -1 ? notes : notes.slice(0, end);
}

function noteText(note: Note): string {
  const tags = note.tags.length === 0 ? "" : ` [${note.tags.join(", ")}]`;
  return `m${note.month}${tags}: ${note.content}`;
}
