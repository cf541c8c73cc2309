import { expect, test, vi } from "vitest";
import { createLog } from "#server/runtime/log.ts";
import { closePool, openPool } from "./pool.ts";

test("warns about a lost connection, but not once the pool is closed", async () => {
  const log = createLog("silent");
  const warn = vi.spyOn(log, "warn");
  const pool = openPool("postgresql://site@localhost/site", log, 1);
  pool.emit("error", new Error("gone"));
  expect(warn).toHaveBeenCalledOnce();
  await closePool(pool);
  pool.emit("error", new Error("gone"));
  expect(warn).toHaveBeenCalledOnce();
});
