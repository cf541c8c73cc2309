import { expect, test } from "vitest";
import { loggedAddresses, readEnv } from "#server/runtime/env.ts";

test.each([
  [{}, "cut"],
  [{ LOG_ADDRESS: "full" }, "full"],
  [{ LOG_ADDRESS: "none" }, "none"],
  [{ LOG_LEVEL: "debug" }, "cut"],
  [{ LOG_LEVEL: "warn" }, "failures"],
  [{ LOG_LEVEL: "error", LOG_ADDRESS: "full" }, "failures"],
  [{ LOG_LEVEL: "error", LOG_ADDRESS: "none" }, "none"],
  [{ LOG_LEVEL: "silent", LOG_ADDRESS: "full" }, "none"],
] as const)("with %j the log is said to hold %s addresses", (settings, logged) => {
  expect(loggedAddresses(readEnv(settings))).toBe(logged);
});
