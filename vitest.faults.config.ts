import { defineConfig } from "vitest/config";

/** `npm run test:faults`: fails each call of each operation once (tests/faults), including slow ones. */
export default defineConfig({
  test: {
    name: "db-faults",
    include: ["tests/faults/*.{test,slow}.ts"],
    pool: "forks",
    maxWorkers: 2,
    testTimeout: 4 * 60 * 60_000,
    hookTimeout: 120_000,
    restoreMocks: true,
    // postgres.js writes to a lost connection in a separate turn; a server survives that
    // (server/runtime/lifecycle.ts).
    onUnhandledError: ({ message, stack }) =>
      !(message.endsWith("(reading 'write')") && stack?.includes("/postgres/src/connection.js")),
    globalSetup: "tests/support/global-setup.ts",
  },
});
