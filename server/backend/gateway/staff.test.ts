import { expect, test, vi } from "vitest";
import type { Caller } from "#server/backend/postgres/caller.ts";
import { createStaff } from "./staff.ts";

const session = (session_id: string): Caller => ({
  role: "authenticated",
  claims: { role: "authenticated", session_id, aal: "aal1" },
});

test("caches a session check for half a minute", async () => {
  let time = 0;
  const isAdmin = vi.fn(async () => true);
  const isStaff = createStaff(isAdmin, () => time);
  expect(await isStaff(session("a"))).toBe(true);
  time = 29_999;
  expect(await isStaff(session("a"))).toBe(true);
  expect(isAdmin).toHaveBeenCalledOnce();
  time = 30_000;
  isAdmin.mockResolvedValue(false);
  expect(await isStaff(session("a"))).toBe(false);
  expect(isAdmin).toHaveBeenCalledTimes(2);
  await isStaff(session("b"));
  expect(isAdmin).toHaveBeenLastCalledWith(session("b"));
});

test("checks a session again after its second factor", async () => {
  const isAdmin = vi.fn(async ({ claims }: Caller) => claims.aal === "aal2");
  const isStaff = createStaff(isAdmin, () => 0);
  const at = (aal: string): Caller => ({
    role: "authenticated",
    claims: { ...session("a").claims, aal },
  });
  expect(await isStaff(at("aal1"))).toBe(false);
  expect(await isStaff(at("aal2"))).toBe(true);
});

test("skips the check for visitors and our own functions", async () => {
  const isAdmin = vi.fn();
  const isStaff = createStaff(isAdmin);
  expect(await isStaff({ role: "anon", claims: {} })).toBe(false);
  expect(await isStaff({ role: "service_role", claims: {} })).toBe(true);
  expect(isAdmin).not.toHaveBeenCalled();
});

test("does not cache a failed answer", async () => {
  const isAdmin = vi.fn(async () => true);
  isAdmin.mockRejectedValueOnce(new Error("ill"));
  const isStaff = createStaff(isAdmin, () => 0);
  await expect(isStaff(session("a"))).rejects.toThrow("ill");
  expect(await isStaff(session("a"))).toBe(true);
});

test("forgets sessions that are no longer used, and failed answers", async () => {
  let time = 0;
  const sessions = new Map();
  const isAdmin = vi.fn(async () => true);
  const isStaff = createStaff(isAdmin, () => time, sessions);
  await isStaff(session("a"));
  time = 1;
  await isStaff(session("b"));
  time = 30_000;
  await isStaff(session("a"));
  expect([...sessions.keys()]).toEqual(["b aal1", "a aal1"]);
  time = 30_001;
  await isStaff(session("c"));
  expect([...sessions.keys()]).toEqual(["a aal1", "c aal1"]);
  isAdmin.mockRejectedValueOnce(new Error("ill"));
  await expect(isStaff(session("d"))).rejects.toThrow("ill");
  expect([...sessions.keys()]).toEqual(["a aal1", "c aal1"]);
});

test("caches ten thousand sessions, and drops the least recently used", async () => {
  const isAdmin = vi.fn(async () => true);
  let time = 0;
  const isStaff = createStaff(isAdmin, () => time);
  for (let n = 0; n < 10_000; n += 1) await isStaff(session(String(n)));
  await isStaff(session("0"));
  expect(isAdmin).toHaveBeenCalledTimes(10_000);
  await isStaff(session("one more"));
  await isStaff(session("1"));
  expect(isAdmin, "the second is still known").toHaveBeenCalledTimes(10_001);
  time = 30_000;
  await isStaff(session("1"));
  time = 1;
  await isStaff(session("0"));
  expect(isAdmin, "the first is not").toHaveBeenCalledTimes(10_003);
});
