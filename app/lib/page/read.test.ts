import { expect, test, vi } from "vitest";
import { readOr } from "./read.ts";

const never = new Promise<string>(() => {});
const open = { deadline: () => new AbortController().signal };

test("answers with a read that succeeds", async () => {
  const degrade = vi.fn();
  const server = { ...open, degrade };
  expect(await readOr(server, "it could not be read", Promise.resolve("read"), "built in")).toBe(
    "read",
  );
  expect(degrade).not.toHaveBeenCalled();
});

test("reports failed and late reads, and uses the fallback", async () => {
  const degrade = vi.fn();
  const cause = new Error("no such table");
  const failed = readOr({ ...open, degrade }, "failed", Promise.reject(cause), "built in");
  expect(await failed).toBe("built in");
  // Not injected: The read never resolves, so the deadline always passes.
  const late = { deadline: () => AbortSignal.timeout(1), degrade };
  expect(await readOr(late, "late", never, "built in")).toBe("built in");
  const past = { deadline: () => AbortSignal.abort("past"), degrade };
  expect(await readOr(past, "past", never, "built in")).toBe("built in");
  expect(degrade.mock.calls).toEqual([
    ["failed", cause],
    ["late", expect.objectContaining({ name: "TimeoutError" })],
    ["past", "past"],
  ]);
});
