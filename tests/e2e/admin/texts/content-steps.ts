import type { Page } from "@playwright/test";
import { expect } from "../../fixture.ts";

export const title = (page: Page) => page.getByLabel("Hero: Title", { exact: true });
export const saved = (page: Page) => page.getByRole("main").getByText("Saved", { exact: true });

/** Opens the editor and waits for its fields. */
export async function open(page: Page, tab = "home") {
  await page.goto(`/admin/content?tab=${tab}`);
  await expect(page.getByText("View on site").first()).toBeVisible();
}
