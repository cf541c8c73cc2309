import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["**/*.test.{ts,tsx}"],
    globalSetup: "tests/support/global-setup.ts",
    exclude: ["**/node_modules/**", "build/**", "data/**"],
    reporters: ["default", ["json", { outputFile: "test-results/vitest.json" }]],
    pool: "forks",
    testTimeout: 60_000,
    hookTimeout: 90_000,
    restoreMocks: true,
  },
});
