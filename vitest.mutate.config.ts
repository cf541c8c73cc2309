import { defineConfig } from "vitest/config";

/** The fast tests that mutants run against (stryker.config.mjs). They start nothing. */
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
