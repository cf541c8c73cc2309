import { existsSync } from "node:fs";
import { defineConfig } from "vitest/config";

/** Quick tests in other folders. */
const FILES = [
  "tests/backend/requests/concurrency-limiter.test.ts",
  "tests/server/static-files.test.ts",
  "tests/attacks/understood-once.test.ts",
];
for (const file of FILES) if (!existsSync(file)) throw new Error(`${file} does not exist.`);

/** The fast tests that mutants run against (stryker.config.mjs). They start nothing. */
export default defineConfig({
  test: {
    include: ["{app/lib,server/http,server/backend/gateway}/**/*.test.{ts,tsx}", ...FILES],
    restoreMocks: true,
  },
});
