import { afterEach, expect, test, vi } from "vitest";
import type { Backend } from "#server/backend/types.ts";
import { createLog } from "#server/runtime/log.ts";
import { health } from "./health.ts";

afterEach(() => {
  vi.useRealTimers();
});

/** The status and the words of /readyz on such a backend. */
async function ready(backend: Partial<Backend>) {
  const app = health(
    {
      kind: "database",
      ping: async () => {},
      hearsChanges: () => true,
      backups: () => undefined,
      ...backend,
    } as Backend,
    createLog("silent"),
  );
  const answer = await app.request("/readyz");
  return [answer.status, await answer.text()];
}

test("a backend that answers is ready", async () => {
  expect(await ready({})).toEqual([200, "ready\n"]);
});

test("changes that go unheard are said beside ready, but on Supabase, where none are told", async () => {
  const unheard = { hearsChanges: () => false };
  const said = [
    200,
    "ready; but content changes are not heard (LISTEN), so pages are made anew every few seconds\n",
  ];
  expect(await ready({ kind: "embedded", ...unheard })).toEqual(said);
  expect(await ready({ kind: "database", ...unheard })).toEqual(said);
  expect(await ready({ kind: "hosted", ...unheard })).toEqual([200, "ready\n"]);
});

test("the last proved backup is named where there is to be one, and never makes the site unready", async () => {
  const proved = new Date("2026-11-22T11:04:00Z");
  const said = async (known: ReturnType<Backend["backups"]>) => ready({ backups: () => known });
  expect(await said({ proved, overdue: false })).toEqual([
    200,
    "ready; last proved backup 2026-11-22T11:04:00.000Z\n",
  ]);
  expect(await said({ overdue: false })).toEqual([200, "ready; no proved backup yet\n"]);
  expect(await said({ proved, overdue: true })).toEqual([
    200,
    "ready; last proved backup 2026-11-22T11:04:00.000Z (overdue)\n",
  ]);
});

test("a backend that does not answer is said, and no more", async () => {
  const said = [503, "The backend does not answer.\n"];
  expect(await ready({ ping: () => Promise.reject(new Error("no route to 10.0.0.7")) })).toEqual(
    said,
  );
  vi.useFakeTimers();
  const asked = ready({ ping: () => new Promise(() => {}) });
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await asked).toEqual(said);
});
