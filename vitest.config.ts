import { randomInt } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { defineConfig, type TestProjectConfiguration } from "vitest/config";

const exclude = ["**/node_modules/**", "build/**", "data/**", "test-results/**", "tests/e2e/**"];

/** A file that mocks a module needs its own isolated modules. */
const standsIn = (file: string) => readFileSync(file, "utf8").includes("vi.mock(");

/**
 * The files of a pattern as two projects: files that can share modules with others in their process, which
 * saves loading some hundred modules per file, and NAME-apart for files that can't.
 */
function projectsOf(name: string, pattern: string, without: string[] = []) {
  const apart = globSync(pattern, { exclude: [...exclude, ...without] }).filter(standsIn);
  return [
    {
      extends: true,
      test: {
        name,
        include: [pattern],
        exclude: [...exclude, ...without, ...apart],
        isolate: false,
        // Otherwise Vitest runs the isolated files last, and leaves a core idle.
        sequence: { groupOrder: 1 },
      },
    },
    { extends: true, test: { name: `${name}-apart`, include: apart } },
  ] satisfies TestProjectConfiguration[];
}

/** Seed for the order of files and tests. `SEED=4711 npm test` repeats an order. */
const seed = Number(process.env.SEED) || randomInt(1, 1_000_000);

export default defineConfig({
  test: {
    sequence: { shuffle: { files: true, tests: true }, seed },
    setupFiles: "tests/support/setup.ts",
    // Polls resume as soon as the condition holds (tests/support/timeouts.ts).
    expect: { poll: { timeout: 120_000, interval: 20 } },
    reporters: ["default", ["json", { outputFile: "test-results/vitest.json" }]],
    pool: "forks",
    // By default Vitest leaves one core free, but many files wait for processes they started.
    maxWorkers: 4,
    // Deadlines catch hangs; a busy machine must not reach them.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    restoreMocks: true,
    // Vitest reads stylesheets as empty unless named.
    css: { include: /tokens\.css/ },
    globalSetup: "tests/support/global-setup.ts",
    projects: [
      // Rules and texts: starts no server or database.
      ...projectsOf("unit", "**/*.test.{ts,tsx}", ["tests/*/**"]),
      // With a database, many also with the built server.
      ...projectsOf("db", "tests/*/**/*.test.ts"),
    ],
  },
});
