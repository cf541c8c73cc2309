import { defineConfig } from "@playwright/test";
import { chromiumPath } from "./scripts/chromium.mjs";

/** Journeys against the built server, which global-setup.ts builds when its sources changed. */
export default defineConfig({
  testDir: "tests/e2e",
  globalSetup: "./tests/e2e/global-setup.ts",
  outputDir: "test-results/journeys",
  fullyParallel: false,
  // Journeys wait now and then: one more than there are cores keeps these busy.
  workers: 3,
  // A journey that fails is a failure.
  retries: 0,
  // Deadlines are for what hangs: a busy machine must not reach them.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: [
    ["list"],
    ["json", { outputFile: "test-results/playwright.json" }],
    ["./tests/e2e/facts-reporter.ts"],
  ],
  use: {
    viewport: { width: 1440, height: 900 },
    // Every frame of a movement is drawn by the processor. Specs about what moves ask for it.
    contextOptions: { reducedMotion: "reduce" },
    // A trace (--trace on) makes every journey half as long again; a picture costs only the failed one.
    screenshot: "only-on-failure",
    launchOptions: {
      executablePath: chromiumPath(),
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        // The pages of a browser share what is compiled (kept-browser.ts); another browser has its own.
        "--renderer-process-limit=1",
      ],
    },
  },
});
