import { describe, expect, test } from "vitest";
import type { ToolCall } from "../../src/env/contract.ts";
import type { Episode } from "../../src/env/episode.ts";
import { newEpisode, nextMonth } from "../support/play.ts";

const save = (content: string, ...tags: string[]): ToolCall => ({
  name: "save_note",
  arguments: tags.length === 0 ? { content } : { content, tags },
});
const recall = (args: object = {}): ToolCall => ({ name: "recall_notes", arguments: args });

function withNotes(): Episode {
  const episode = newEpisode();
  episode.desk.call(save("Raise before the storm", "Plan"));
  nextMonth(episode);
  episode.desk.call(save("VIX is high", "market", "risk"));
  episode.desk.call(save("Cash is thin", "risk"));
  return episode;
}

const contentsOf = (episode: Episode, args: object): readonly string[] =>
  (episode.desk.call(recall(args)).data as { notes: { content: string }[] }).notes.map((note) => note.content);

describe("recalling notes", () => {
  test.each<[args: object, contents: readonly string[]]>([
    [{}, ["Cash is thin", "VIX is high", "Raise before the storm"]],
    [{ limit: 2 }, ["Cash is thin", "VIX is high"]],
    [{ query: "STORM" }, ["Raise before the storm"]],
    [{ query: "is " }, ["Cash is thin", "VIX is high"]],
    [{ query: "plan" }, ["Raise before the storm"]],
    [{ query: "isk" }, ["Cash is thin", "VIX is high"]],
    [{ tags: ["market", "plan"] }, ["VIX is high", "Raise before the storm"]],
    [{ tags: ["ris"] }, []],
    [{ query: "cash", tags: ["risk"] }, ["Cash is thin"]],
    [{ query: "cash", tags: ["Plan"] }, []],
  ])("by %j gives, newest first, %j", (args, contents) => {
    expect(contentsOf(withNotes(), args)).toEqual(contents);
  });

  test("shows the month, the tags and the text", () => {
    const { text, data } = withNotes().desk.call(recall({ query: "vix" }));
    expect(text).toBe("m1 [market, risk]: VIX is high");
    expect(data).toEqual({ notes: [{ month: 1, content: "VIX is high", tags: ["market", "risk"] }], left_out: 0 });
  });

  test("says so where none matches", () => {
    expect(withNotes().desk.call(recall({ query: "gold" }))).toMatchObject({
      text: "No note matches.",
      isError: false,
    });
  });

  test("gives ten by default", () => {
    const episode = newEpisode();
    for (let index = 0; index < 15; index += 1) episode.desk.call(save(`note ${index}`));
    expect(contentsOf(episode, {})).toEqual(Array.from({ length: 10 }, (_, index) => `note ${14 - index}`));
  });

  test("stays within the length of an answer and says how many older ones are left out", () => {
    const episode = newEpisode();
    for (let index = 0; index < 6; index += 1) episode.desk.call(save(`${index}${"x".repeat(1999)}`));
    const { text, data } = episode.desk.call(recall());
    expect(text.length).toBeLessThanOrEqual(8000);
    expect(text.startsWith("m0: 5xxx")).toBe(true);
    expect(text).toContain("[3 older matches left out. Narrow the query.]");
    expect(data).toMatchObject({ left_out: 3 });
  });
});

describe("notes", () => {
  test("are told at each opening by their number", () => {
    const episode = newEpisode();
    expect(episode.desk.opening.text).toContain("Notes saved: 0");
    expect(episode.desk.call(save("one")).text).toBe("Note saved. Notes: 1.");
    nextMonth(episode);
    expect(episode.desk.opening.text).toContain("Notes saved: 1");
    expect(episode.desk.opening.data.notesSaved).toBe(1);
  });

  test("never outlive their episode", () => {
    withNotes();
    expect(contentsOf(newEpisode(), {})).toEqual([]);
  });
});
