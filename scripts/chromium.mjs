// The Chromium that tests, benches and pictures drive.
import { existsSync } from "node:fs";

// Debian's headless build first: no windows of its own to draw, so a journey costs two thirds.
const PLACES = [
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
];

/** Its path: the setting's, or the first that is there; undefined where a library's own will do. */
export const chromiumPath = () =>
  process.env.CHROMIUM_PATH ?? PLACES.find((path) => existsSync(path));
