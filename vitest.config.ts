import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["**/*.test.{ts,tsx}"],
    globalSetup: "tests/support/global-setup.ts",
    exclude: ["**/node_modules/**", "build/**", "data/**"],
    reporters: ["default", ["json", { outputFile: "test-results/vitest.json" }]],
    pool: "forks",
    testTimeout: 20_000,
    hookTimeout: 30_000,
    restoreMocks: true,
  },
});
