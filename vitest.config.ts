import { defineConfig } from "vitest/config";

const exclude = ["**/node_modules/**", "build/**", "data/**", "test-results/**"];

export default defineConfig({
  test: {
    reporters: ["default", ["json", { outputFile: "test-results/vitest.json" }]],
    pool: "forks",
    // Left alone, Vitest takes one core less than there are; many files wait for what they started.
    maxWorkers: 4,
    testTimeout: 60_000,
    hookTimeout: 90_000,
    restoreMocks: true,
    projects: [
      {
        extends: true,
        // Rules and texts: nothing is started.
        test: {
          name: "unit",
          include: ["**/*.test.{ts,tsx}"],
          exclude: [...exclude, "tests/*/**"],
        },
      },
      {
        extends: true,
        // With a database, many with the built server.
        test: {
          name: "db",
          include: ["tests/*/**/*.test.ts"],
          exclude,
          globalSetup: "tests/support/global-setup.ts",
        },
      },
    ],
  },
});
