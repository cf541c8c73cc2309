import type { Page } from "@playwright/test";
import { expect } from "../../fixture.ts";

/** The part of a page that staff edit under this key. */
export const section = (page: Page, key: string) => page.locator(`#${key}`);

/** Waits until the served page contains this text. */
export const says = (page: Page, path: string, words: string) =>
  expect
    .poll(async () => (await page.request.get(path)).text(), { intervals: [50] })
    .toContain(words);
