import { expect, test } from "vitest";
import { rankGroups } from "../../src/stats/rank-groups.ts";

const rows = [
  { id: "b", value: 9 },
  { id: "d", value: 3 },
  { id: "a", value: 10 },
  { id: "c", value: 4 },
];

/** p values by "leader row"; anything else is surely different. */
function test2(known: Record<string, number | null>) {
  return (leader: string, row: string) => {
    const p = known[`${leader} ${row}`];
    return p === undefined ? 0 : p;
  };
}

function layout(ranked: ReturnType<typeof rankGroups>): string {
  return ranked.map(({ id, group, rank, leader }) => `${id}:${group}/${rank}<${leader}`).join(" ");
}

test("rows that do not differ from the leader share its rank", () => {
  const ranked = rankGroups(rows, test2({ "a b": 0.5, "c d": 0.2 }));
  expect(layout(ranked)).toBe("a:1/1<a b:1/1<a c:2/3<c d:2/3<c");
  expect(ranked.map(({ p }) => p)).toEqual([null, 0.5, null, 0.2]);
});

test("all different: every row has its own rank", () => {
  expect(layout(rankGroups(rows, test2({})))).toBe("a:1/1<a b:2/2<b c:3/3<c d:4/4<d");
});

test("a group is an unbroken run, so a row below one that differs is not drawn up", () => {
  expect(layout(rankGroups(rows, test2({ "a d": 0.9, "b c": 0.9, "b d": 0.9 })))).toBe(
    "a:1/1<a b:2/2<b c:2/2<b d:2/2<b",
  );
});

test("members are compared with the leader, not with each other", () => {
  expect(layout(rankGroups(rows, test2({ "a b": 0.3, "a c": 0.3, "a d": 0.3, "b c": 0 })))).toBe(
    "a:1/1<a b:1/1<a c:1/1<a d:1/1<a",
  );
});

test("comparisons with one leader are adjusted together", () => {
  const [, second] = rankGroups(rows, test2({ "a b": 0.03, "a c": 0.03, "a d": 0.03 }));
  expect(second).toMatchObject({ group: 1, p: 0.09 });
});

test("a test that cannot be made separates nothing", () => {
  const ranked = rankGroups(rows, () => null);
  expect(new Set(ranked.map(({ group }) => group))).toEqual(new Set([1]));
});

test("equal values are ordered by id, and no rows give no groups", () => {
  const tied = [
    { id: "y", value: 1 },
    { id: "B", value: 1 },
    { id: "x", value: 1 },
  ];
  expect(rankGroups(tied, () => 1).map(({ id }) => id)).toEqual(["B", "x", "y"]);
  expect(rankGroups([], () => 1)).toEqual([]);
});
