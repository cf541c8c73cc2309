import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "@playwright/test";
import type { AxeResults, ElementContext, RunOptions } from "axe-core";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const LEFT_OUT = [
  // Hidden and focusable on purpose: Base UI's guards at a menu's edges pass the focus on.
  "[data-base-ui-focus-guard]",
  // This picture shows an unreadable color on purpose; the warning below it says so.
  '[role=img][aria-label^="Preview of #"]',
];

/** A modal dialog counts as the page; what is behind it is checked without it. */
const MODAL = "body:has([data-base-ui-inert]) :is([role=dialog], [role=alertdialog])";

type RunOnly = RunOptions["runOnly"];

/** WCAG 2.2 AA. */
export const WCAG: RunOnly = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/** The rules about colors. */
export const COLORS: RunOnly = { type: "rule", values: ["color-contrast", "link-in-text-block"] };

/**
 * Runs axe in the page itself: its Playwright package opens a second page for each report, which takes ten
 * times as long. Skips frames, which belong to others.
 * @param runOnly the rules
 * @returns one line per violation
 */
export async function violationsOf(page: Page, runOnly: RunOnly): Promise<string[]> {
  const options: RunOptions = { runOnly, resultTypes: ["violations"], iframes: false };
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(AXE);
  const modal = (await page.locator(MODAL).count()) > 0;
  const context: ElementContext = { exclude: LEFT_OUT, ...(modal && { include: [MODAL] }) };
  const { violations } = await page.evaluate<AxeResults>(
    `axe.run(${JSON.stringify(context)}, ${JSON.stringify(options)})`,
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, any }) => `${id}: ${target} ${any.map(({ message }) => message)}`),
  );
}
