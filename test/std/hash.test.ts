import { describe, expect, test } from "vitest";
import { RunningDigest, sha256Hex, stampOf } from "../../src/std/hash.ts";

// The first two test vectors of SHA-256 in FIPS 180-2, appendix B, and the empty message.
const VECTORS: readonly (readonly [message: string, digest: string])[] = [
  ["abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"],
  [
    "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
    "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
  ],
  ["", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"],
];

describe("a hash", () => {
  test.each(VECTORS)("of %j is the published one", (message, digest) => {
    expect(sha256Hex(message)).toBe(digest);
    expect(sha256Hex(new TextEncoder().encode(message))).toBe(digest);
  });
});

describe("a stamp", () => {
  test("is the same for equal values whatever the order of their keys", () => {
    expect(stampOf({ a: 1, b: 2 })).toBe(stampOf({ b: 2, a: 1 }));
  });

  test("differs when a value differs", () => {
    expect(stampOf({ a: 1 })).not.toBe(stampOf({ a: 2 }));
  });

  test.each([
    [undefined, 16],
    [8, 8],
  ])("with %s digits asked for has %i", (digits, length) => {
    expect(stampOf("x", digits)).toMatch(new RegExp(`^[0-9a-f]{${length}}$`));
  });
});

describe("a running digest", () => {
  test("of pieces is the hash of the whole, and starts anew when taken", () => {
    const digest = new RunningDigest();
    digest.add("a");
    digest.add("bc");
    digest.add("ü".repeat(40_000));
    expect(digest.take()).toBe(sha256Hex(`abc${"ü".repeat(40_000)}`));
    expect(digest.take()).toBe(sha256Hex(""));
  });
});
