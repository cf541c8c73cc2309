import type { FrameLocator, Page } from "@playwright/test";
import { expect } from "../../fixture.ts";

export const DESK = { width: 1440, height: 900 };

export const frameOf = (page: Page): FrameLocator =>
  page.frameLocator('iframe[title="Page preview"]');
export const placeOf = (page: Page, address: string) =>
  frameOf(page).locator(`[data-place~="${address}"]`).first();

/** Opens a screen with the preview next to it, and waits for the page. */
export async function open(page: Page, path = "/admin/content?tab=home") {
  await page.setViewportSize(DESK);
  await page.addInitScript(() => localStorage.setItem("admin-preview", "open"));
  await page.goto(path);
  await expect(frameOf(page).locator("h1")).toBeVisible();
}
