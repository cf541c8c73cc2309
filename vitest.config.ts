import { randomInt } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { defineConfig, type TestProjectConfiguration } from "vitest/config";

const exclude = ["**/node_modules/**", "build/**", "data/**", "test-results/**", "tests/e2e/**"];

/** A file that puts something else in a module's place does so for itself alone. */
const standsIn = (file: string) => readFileSync(file, "utf8").includes("vi.mock(");

/**
 * The files of a pattern as two projects: those that share what they read with the others of their process,
 * where each would read and run some hundred modules anew, and, as NAME-apart, those that can't.
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
        // Vitest would end with what stands apart, and leave a core idle.
        sequence: { groupOrder: 1 },
      },
    },
    { extends: true, test: { name: `${name}-apart`, include: apart } },
  ] satisfies TestProjectConfiguration[];
}

/** Files and their tests run in an order that this makes: `SEED=4711 npm test` runs them in that one again. */
const seed = Number(process.env.SEED) || randomInt(1, 1_000_000);

export default defineConfig({
  test: {
    sequence: { shuffle: { files: true, tests: true }, seed },
    setupFiles: "tests/support/setup.ts",
    // Who waits for something goes on when it happens (tests/support/timeouts.ts).
    expect: { poll: { timeout: 120_000, interval: 20 } },
    reporters: ["default", ["json", { outputFile: "test-results/vitest.json" }]],
    pool: "forks",
    // Left alone, Vitest takes one core less than there are; many files wait for what they started.
    maxWorkers: 4,
    // Deadlines are for what hangs: a busy machine must not reach them.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    restoreMocks: true,
    globalSetup: "tests/support/global-setup.ts",
    projects: [
      // Rules and texts: nothing is started.
      ...projectsOf("unit", "**/*.test.{ts,tsx}", ["tests/*/**"]),
      // With a database, many with the built server.
      ...projectsOf("db", "tests/*/**/*.test.ts"),
    ],
  },
});
