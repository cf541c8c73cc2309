import { defineConfig } from "@playwright/test";
import { chromiumPath } from "./scripts/chromium.mjs";

/** Journeys against the built server, which global-setup.ts builds when its sources changed. */
export default defineConfig({
  testDir: "tests/e2e",
  globalSetup: "./tests/e2e/global-setup.ts",
  outputDir: "test-results/journeys",
  fullyParallel: false,
  // Journeys spend time waiting, so one worker more than there are cores keeps them busy.
  workers: 3,
  // A failed journey is a failure, so don't retry it.
  retries: 0,
  // Deadlines catch hangs; a busy machine must not reach them.
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
    // The CPU draws every animation frame. Specs about animation turn motion back on.
    contextOptions: { reducedMotion: "reduce" },
    // A trace (--trace on) makes every journey half as long again; a screenshot costs only the failed one.
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
        // Pages of one browser share compiled code (shared-browser.ts); another browser has its own.
        "--renderer-process-limit=1",
        // Pages are too short-lived to repay optimized code, and nothing here draws enough for more
        // processes and threads. Together these save a fifth of the processor time.
        "--js-flags=--no-turbofan --no-maglev",
        "--in-process-gpu",
        "--num-raster-threads=1",
      ],
    },
  },
});
