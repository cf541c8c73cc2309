import { expect, test } from "../../fixture.ts";
import { inspect } from "../../pictures.ts";

const PREMIUM = ["Page Analysis", "Keywords", "Social Media", "Technical SEO"];

test.beforeEach(async ({ page, signIn }) => {
  await signIn();
  await page.goto("/admin/seo");
});

test("the overview shows the sample figures, marked as such", async ({ page }) => {
  await expect(page.getByRole("tab")).toHaveText(["Overview", ...PREMIUM]);
  const panel = page.getByRole("tabpanel");
  for (const words of ["86/100", "12", "47", "+5 this month", "92", "Recent issues"])
    await expect(panel.getByText(words, { exact: true })).toBeVisible();
  // An example says nothing about this site.
  await expect(panel.getByText("of an example site")).toBeVisible();
  await expect(page.getByRole("main").getByText(/the site\b/)).toHaveCount(0);
  for (const type of ["error", "warning", "info"])
    await expect(panel.getByText(type, { exact: true }).first()).toBeVisible();
  await expect(panel.getByText("Keyword opportunities")).toBeVisible();
  await expect(panel.getByText("Sample data")).toHaveCount(6);
  const score = panel.getByRole("progressbar", { name: "Overall score" });
  await expect(score).toHaveAttribute("aria-valuenow", "86");
  await expect(score).toHaveAttribute("aria-valuemax", "100");
});

test("covers other tabs, out of reach and one at a time; all are accessible, in light and dark", async ({
  page,
  expectAccessible,
}) => {
  test.slow();
  await expect(page.getByRole("tabpanel")).toHaveCount(1);
  await inspect(page, "seo", expectAccessible);
  await page.evaluate(() => {
    const shown = () =>
      [...document.querySelectorAll("[role=tabpanel]")].filter((panel) => panel.checkVisibility());
    const seen = document.body.dataset;
    seen.mostPanels = "1";
    new MutationObserver(() => {
      if (shown().length > Number(seen.mostPanels)) seen.mostPanels = String(shown().length);
    }).observe(document.body, { subtree: true, childList: true, attributes: true });
  });
  for (const name of PREMIUM) {
    await page.getByRole("tab", { name }).click();
    await expect(page).toHaveURL(/tab=/);
    const panel = page.getByRole("tabpanel", { name });
    await expect(panel.getByRole("heading", { name: "Premium Feature" })).toBeVisible();
    await expect(panel.getByRole("table")).toHaveCount(0);
    await expect(panel.locator("table")).toHaveCount(1);
    await expect(panel.getByRole("button")).toHaveText(["Upgrade Now"]);
    await inspect(page, `seo-${name.toLowerCase().replace(" ", "-")}`, expectAccessible);
  }
  await expect(page.locator("body")).toHaveAttribute("data-most-panels", "1");
  await page.reload();
  await expect(page.getByRole("tab", { name: "Technical SEO" })).toHaveAttribute(
    "aria-selected",
    "true",
  );
  await page.goBack();
  await expect(page.getByRole("tab", { name: "Social Media" })).toHaveAttribute(
    "aria-selected",
    "true",
  );
});

test("shows a message for an analysis or an upgrade", async ({ page, expectAccessible }) => {
  await expect(page.getByText("$199/month")).toBeVisible();
  const dialog = page.getByRole("dialog", { name: "Start SEO tasks" });
  for (const open of ["Run Analysis", "Upgrade to SEO Pro"]) {
    await page.getByRole("button", { name: open }).click();
    await expect(dialog.getByRole("link", { name: "Send a message" })).toHaveAttribute(
      "href",
      /^mailto:[^@]+@[^?]+\?subject=Start%20our%20SEO%20tasks&body=Hi/,
    );
    await expect(dialog.getByRole("link", { name: /contact form/ })).toHaveAttribute(
      "href",
      "/contact",
    );
    if (open === "Run Analysis") await inspect(page, "seo-start", expectAccessible);
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await expect(page.getByRole("button", { name: open })).toBeFocused();
  }
  await page.getByRole("tab", { name: "Keywords" }).click();
  await page.getByRole("button", { name: "Upgrade Now" }).click();
  await expect(dialog).toBeVisible();
  await page.goBack();
  await expect(dialog).toBeHidden();
});
