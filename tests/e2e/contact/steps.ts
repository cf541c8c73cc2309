import type { Page } from "@playwright/test";
import { PHONE } from "./form.ts";

export const DEVICES = [
  ["desktop", { width: 1440, height: 900 }],
  ["phone", PHONE],
] as const;

/** React, for the form and the calendar. */
export const ISLANDS = "**/assets/islands*";

/** Keeps React back until what it returns is called. */
export async function holdIslands(page: Page) {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(ISLANDS, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}
