import { defineConfig } from "vitest/config";

/** The tests that mutants are put before (stryker.config.mjs): quick ones, that start nothing. */
export default defineConfig({
  test: {
    include: [
      "{app/lib,server/http,server/backend/gateway}/**/*.test.{ts,tsx}",
      "tests/backend/requests/limiters.test.ts",
      "tests/server/static-files.test.ts",
      "tests/attacks/understood-once.test.ts",
    ],
    restoreMocks: true,
  },
});
