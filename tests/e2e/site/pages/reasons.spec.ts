import { withTablesRestored, writeSettings } from "#tests/support/samples/site-rows.ts";
import type { Site } from "#tests/support/site.ts";
import { answerForProvider } from "../../contact/form.ts";
import { expect, PHONE, test } from "../../fixture.ts";
import { says, section } from "./steps.ts";

const LONG = "Rindfleischetikettierungsueberwachungsaufgabenuebertragungsgesetz";

/** Writes texts of a page as the editor stores them. @param texts by "section.key" */
async function write({ sql }: Site, page: string, texts: Record<string, string>) {
  for (const [path, value] of Object.entries(texts)) {
    const [name = "", key = ""] = path.split(".");
    await sql`update site_content set content_value = ${value}
      where page_name = ${page} and section_name = ${name} and content_key = ${key}`;
  }
}

test("shows none of these parts while nobody has written them", async ({ page }) => {
  const parts = [
    ...["/services shipping", "/services limits", "/why-us terms", "/why-us comparison"],
    ...["/why-us case_study", "/ photo", "/services photo", "/sourcing photo"],
    ...["/why-us photo", "/pricing photo", "/contact photo"],
  ];
  for (const part of parts) {
    const [path = "", key = ""] = part.split(" ");
    expect(await (await page.request.get(path)).text(), part).not.toContain(`id="${key}"`);
  }
});

test("shows where orders leave, with whom, and how long they take to each state", async ({
  page,
  site,
  expectAccessible,
}) => {
  await withTablesRestored(site.sql, ["site_content", "site_settings"], async () => {
    await writeSettings(site.sql, {
      address_street: "12 Dock Street",
      address_city: "Portland",
      address_region: "OR",
    });
    await write(site, "services", {
      "shipping.location_description": "Ten minutes from the airport.",
      "shipping.carriers": `USPS\nUPS\n\nUPS\n${LONG}`,
      "shipping.evidence": "UPS Ground, checked in May 2026",
      "shipping.zone_1_states": "OR, wa",
      "shipping.zone_1_days": "1 day",
      "shipping.zone_2_states": "Texas; Guam",
      "shipping.zone_2_days": "4-5 days",
      "shipping.zone_3_states": "NY",
      "limits.products": "Aerosols\nLive animals",
    });
    await says(page, "/services", "Live animals");
    await page.setViewportSize({ width: 320, height: 700 });
    await page.goto("/services");
    const shipping = section(page, "shipping");
    await expect(shipping.getByRole("listitem")).toHaveText(["USPS", "UPS", LONG]);
    await expect(shipping.getByText("12 Dock Street")).toBeVisible();
    const table = shipping.getByRole("table", { name: /^Ground transit by state/ });
    await expect(table).toContainText("UPS Ground, checked in May 2026");
    // A zone without days isn't shown: there is nothing to say about its states.
    await expect(table.getByRole("rowheader")).toHaveText(["1 day", "4-5 days"]);
    await expect(table.getByRole("cell")).toHaveText(["Oregon, Washington", "Texas, Guam"]);
    await expect(section(page, "limits").getByRole("listitem")).toHaveText([
      "Aerosols",
      "Live animals",
    ]);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
    await expectAccessible();
  });
});

test("shows each term that is written, and each subject that is compared", async ({
  page,
  site,
  expectAccessible,
}) => {
  await withTablesRestored(site.sql, ["site_content"], async () => {
    await write(site, "why-us", {
      "terms.exit_description": "Thirty days' notice.\nWe palletize at cost.",
      "terms.liability_description": `Wholesale cost. ${LONG}`,
      "comparison.row_2_theirs": "The marketplace's box.",
      "comparison.source": "Seller Center, checked in May 2026",
    });
    await says(page, "/why-us", "Wholesale cost.");
    await page.setViewportSize(PHONE);
    await page.goto("/why-us");
    await expect(section(page, "terms").getByRole("term")).toHaveText([
      "If you leave",
      "Lost or damaged stock",
    ]);
    const rows = section(page, "comparison").getByRole("listitem");
    await expect(rows).toHaveCount(1);
    await expect(rows.getByRole("heading")).toHaveText("The box");
    await expect(rows.getByRole("definition")).toHaveText([
      "Your packaging and your inserts, product by product.",
      "The marketplace's box.",
    ]);
    await expect(page.getByText("Seller Center, checked in May 2026")).toBeVisible();
    await expectAccessible();
  });
});

test("tells a customer's story with a face, figures and a link", async ({
  page,
  site,
  expectAccessible,
}) => {
  await withTablesRestored(site.sql, ["site_content"], async () => {
    await write(site, "why-us", {
      "case_study.customer_name": "Ana Ruiz",
      "case_study.customer_business": "Candles, Oregon",
      "case_study.portrait_url": "/icon-192.png",
      "case_study.portrait_alt": "Ana in her studio",
      "case_study.before_description": "She packed at night.",
      "case_study.figure_1_value": "3 days",
      "case_study.figure_1_label": "from call to first order",
      "case_study.figure_1_evidence": "March 2026",
      "case_study.link_url": "https://candles.example.com",
    });
    await says(page, "/why-us", "She packed at night.");
    await page.goto("/why-us#case_study");
    const study = section(page, "case_study");
    await expect(study.getByRole("img", { name: "Ana in her studio" })).toBeVisible();
    await expect(study.getByRole("heading")).toHaveText(["One seller's story", "Before"]);
    await expect(study.getByRole("term")).toHaveText("from call to first orderMarch 2026");
    await expect(study.getByRole("definition")).toHaveText("3 days");
    await expect(study.getByRole("link", { name: "Visit their shop" })).toHaveAttribute(
      "href",
      "https://candles.example.com",
    );
    await expectAccessible();
  });
});

test("crops a page's photo for phones and desktops around its focus", async ({ page, site }) => {
  await answerForProvider(page);
  await withTablesRestored(site.sql, ["site_content"], async () => {
    for (const [name, path] of [
      ["home", "/"],
      ["services", "/services"],
      ["sourcing", "/sourcing"],
      ["why-us", "/why-us"],
      ["pricing", "/pricing"],
      ["contact", "/contact"],
    ] as const) {
      await write(site, name, {
        "photo.picture_url": "/icon-192.png",
        "photo.alt": "The dock at six in the morning",
        "photo.caption": "Monday, 6 AM",
        "photo.focus": "Top left",
        "photo.crop_on_desktop": "Very wide",
        "photo.crop_on_phone": "Square",
      });
      await says(page, path, "Monday, 6 AM");
      await page.goto(path);
      const image = section(page, "photo").getByRole("img", {
        name: "The dock at six in the morning",
      });
      for (const [viewport, ratio] of [
        [{ width: 1440, height: 900 }, 21 / 9],
        [PHONE, 1],
      ] as const) {
        await page.setViewportSize(viewport);
        const box = await image.boundingBox();
        expect((box?.width ?? 0) / (box?.height ?? 1), path).toBeCloseTo(ratio, 1);
      }
      await expect(image).toHaveCSS("object-position", "0% 0%");
    }
  });
});
