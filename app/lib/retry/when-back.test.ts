import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { isBack, stopWaiting, whenBack } from "./when-back.ts";

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("window", new EventTarget());
});
afterEach(() => {
  stopWaiting();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const closing = () => {
  const event = new Event("beforeunload", { cancelable: true });
  window.dispatchEvent(event);
  return event.defaultPrevented;
};

test("a server is asked again after 5 s, then twice as long each time, and every minute at most", () => {
  for (const [attempts, seconds] of [
    [0, 5],
    [1, 10],
    [3, 40],
    [9, 60],
  ] as const) {
    const go = vi.fn();
    whenBack("server", attempts, go);
    vi.advanceTimersByTime(seconds * 1000 - 1);
    expect(go).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(go).toHaveBeenCalledOnce();
  }
});

test("continues once when the network is back", () => {
  const [first, second] = [vi.fn(), vi.fn()];
  whenBack("server", 0, first);
  whenBack("server", 0, second);
  window.dispatchEvent(new Event("online"));
  window.dispatchEvent(new Event("online"));
  vi.advanceTimersByTime(60_000);
  expect(first).toHaveBeenCalledOnce();
  expect(second).toHaveBeenCalledOnce();
});

test("waits for a sign-in alone", () => {
  const go = vi.fn();
  whenBack("session", 0, go);
  window.dispatchEvent(new Event("online"));
  isBack("server");
  vi.advanceTimersByTime(600_000);
  expect(go).not.toHaveBeenCalled();
  isBack("session");
  expect(go).toHaveBeenCalledOnce();
});

test("does not continue when canceled or after a sign-out, and then allows closing the page", () => {
  const go = vi.fn();
  const stop = whenBack("server", 0, go);
  expect(closing()).toBe(true);
  stop();
  expect(closing()).toBe(false);
  whenBack("session", 0, go);
  whenBack("server", 0, go);
  stopWaiting();
  isBack("session");
  vi.advanceTimersByTime(60_000);
  expect(go).not.toHaveBeenCalled();
  expect(closing()).toBe(false);
});
