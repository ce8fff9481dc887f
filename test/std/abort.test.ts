import { describe, expect, test } from "vitest";
import { Stop } from "../../src/std/abort.ts";

type Reason = "interrupted" | "budget";

describe("a stop", () => {
  test("has no reason before it is set", () => {
    const stop = new Stop<Reason>();
    expect([stop.isStopped, stop.reason]).toEqual([false, undefined]);
  });

  test("keeps its first reason", () => {
    const stop = new Stop<Reason>();
    expect([stop.stop("budget"), stop.stop("interrupted"), stop.reason]).toEqual([true, false, "budget"]);
  });

  test("counts as set even where the reason is undefined", () => {
    const stop = new Stop<undefined>();
    stop.stop(undefined);
    expect([stop.isStopped, stop.stop(undefined)]).toEqual([true, false]);
  });
});

describe("a listener", () => {
  test("hears of the stop once, in the order of coming", () => {
    const stop = new Stop<Reason>();
    const heard: string[] = [];
    stop.onStop((reason) => heard.push(`first ${reason}`));
    stop.onStop((reason) => heard.push(`second ${reason}`));
    stop.stop("interrupted");
    stop.stop("budget");
    expect(heard).toEqual(["first interrupted", "second interrupted"]);
  });

  test("that comes after the stop hears of it at once", () => {
    const stop = new Stop<Reason>();
    stop.stop("budget");
    const heard: string[] = [];
    stop.onStop((reason) => heard.push(reason));
    expect(heard).toEqual(["budget"]);
  });

  test("that was taken off hears nothing and leaves nothing behind", () => {
    const stop = new Stop<Reason>();
    const heard: string[] = [];
    const takeOff = stop.onStop((reason) => heard.push(reason));
    takeOff();
    takeOff();
    expect(stop.listenerCount).toBe(0);
    stop.stop("budget");
    expect(heard).toEqual([]);
  });

  test("that is added twice is taken off one by one", () => {
    const stop = new Stop<Reason>();
    const heard: string[] = [];
    const listener = (reason: Reason) => void heard.push(reason);
    const takeOff = stop.onStop(listener);
    stop.onStop(listener);
    takeOff();
    stop.stop("budget");
    expect(heard).toEqual(["budget"]);
  });

  test("may stop again or add another without a loop", () => {
    const stop = new Stop<Reason>();
    const heard: string[] = [];
    stop.onStop(() => {
      stop.stop("budget");
      stop.onStop((reason) => heard.push(reason));
    });
    stop.stop("interrupted");
    expect(heard).toEqual(["interrupted"]);
  });
});

describe("work during a stop", () => {
  test("gets a signal that carries the reason", async () => {
    const stop = new Stop<Reason>();
    const work = stop.during(
      (signal) => new Promise((resolve) => signal.addEventListener("abort", () => resolve(signal.reason))),
    );
    stop.stop("interrupted");
    expect(await work).toBe("interrupted");
  });

  test("begins with an aborted signal where the stop came first", async () => {
    const stop = new Stop<Reason>();
    stop.stop("budget");
    expect(await stop.during(async (signal) => signal.aborted)).toBe(true);
  });

  test("leaves no listener behind, however it ends", async () => {
    const stop = new Stop<Reason>();
    await stop.during(async () => expect(stop.listenerCount).toBe(1));
    await expect(stop.during(() => Promise.reject(new Error("no")))).rejects.toThrow("no");
    await expect(
      stop.during(() => {
        throw new Error("before it began");
      }),
    ).rejects.toThrow("before it began");
    expect(stop.listenerCount).toBe(0);
  });
});
