// The Chromium for tests, benchmarks and screenshots.
import { existsSync } from "node:fs";

// Debian's headless build first: it draws no windows, so a journey takes two thirds of the time.
const PLACES = [
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
];

/** Its path: CHROMIUM_PATH, or the first one installed; undefined to use a library's own. */
export const chromiumPath = () =>
  process.env.CHROMIUM_PATH ?? PLACES.find((path) => existsSync(path));
