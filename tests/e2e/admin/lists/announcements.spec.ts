import { expect, test } from "../../fixture.ts";
import { managerJourneys } from "./manager-journeys.ts";
import { managerOf } from "./managers.ts";

test.describe("the manager", () => {
  managerJourneys(
    managerOf({
      table: "announcements",
      label: "Message",
      required: {},
      blank: { Message: "Please enter a message" },
      nextOrder: 3,
    }),
  );

  test("times are the company's, and a wrong order of them is refused at the field", async ({
    page,
    site,
    expectConsole,
  }) => {
    expectConsole(/status of 400/);
    await page.goto("/admin/announcements?edit=new");
    const dialog = page.getByRole("dialog", { name: "New announcement" });
    const field = (label: string) => dialog.getByLabel(label, { exact: true });
    await expect(page).toHaveTitle("Announcements · Admin");
    await expect(field("Message")).toHaveAttribute("required");
    for (const label of ["Shown from", "Shown until"])
      await expect(field(label)).toHaveAttribute("type", "datetime-local");
    await expect(dialog.getByText("Pacific Time.")).toHaveCount(2);
    await expect(dialog.getByText("A page on this site")).toBeVisible();
    const top = async (label: string) => (await field(label).boundingBox())?.y;
    await expect
      .poll(async () => (await top("Link label")) === (await top("Link address")), "side by side")
      .toBe(true);
    await field("Message").fill("Closed on Thanksgiving");
    await field("Link label").fill("Our hours");
    await field("Link address").fill("/contact");
    await field("Shown until").fill("2026-01-05T08:00");
    await expect(dialog.getByText("This time has passed")).toBeVisible();
    await field("Shown from").fill("2999-11-27T08:00");
    await field("Shown until").fill("2999-11-26T08:00");
    await dialog.getByRole("button", { name: "Create" }).click();
    await expect(dialog).toContainText("The end must be later than the start");
    await field("Shown until").fill("2999-11-28T00:00");
    await expect(dialog.getByText("This time has passed")).toBeHidden();
    await dialog.getByRole("button", { name: "Create" }).click();
    await expect(dialog).toBeHidden();
    const [row] = await site.sql`select shown_from, shown_until, link_label, link_url
    from announcements where message = 'Closed on Thanksgiving'`;
    expect(row).toEqual({
      shown_from: new Date("2999-11-27T16:00:00Z"),
      shown_until: new Date("2999-11-28T08:00:00Z"),
      link_label: "Our hours",
      link_url: "/contact",
    });
    const card = page.getByRole("article").filter({ hasText: "Closed on Thanksgiving" });
    await expect(card).toContainText(
      "from Nov 27, 2999, 8:00 AM PST · until Nov 28, 2999, 12:00 AM PST",
    );
    await expect(card).toContainText("Scheduled");
    await expect(card).toContainText("Our hours: /contact");
    await page.getByRole("button", { name: "Edit Closed on Thanksgiving" }).click();
    const edited = page.getByRole("dialog", { name: "Edit announcement" });
    await expect(edited.getByLabel("Shown from")).toHaveValue("2999-11-27T08:00");
    await expect(edited.getByLabel("Shown until")).toHaveValue("2999-11-28T00:00");
    await expect(edited.getByLabel("Link address")).toHaveValue("/contact");
  });

  test("says why visitors don't see an announcement", async ({ page, site }) => {
    await site.sql`update announcements set shown_until = '2026-01-01', shown_from = null
    where message = 'Alpha pallet'`;
    await site.sql`update announcements set is_active = false where message = 'Bravo pallet'`;
    await site.sql`update announcements set shown_from = null, shown_until = null
    where message = 'Charlie pallet'`;
    await page.goto("/admin/announcements");
    const badge = (name: string, words: string) =>
      page.getByRole("article").filter({ hasText: name }).getByText(words, { exact: true });
    await expect(badge("Alpha pallet", "Ended")).toBeVisible();
    await expect(badge("Bravo pallet", "Inactive")).toBeVisible();
    await expect(badge("Charlie pallet", "Scheduled")).toHaveCount(0);
    // Without times, it shows none.
    await expect(badge("Charlie pallet", "Order 3")).toBeVisible();
  });
});
