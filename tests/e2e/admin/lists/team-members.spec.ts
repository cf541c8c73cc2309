import { picture } from "#tests/support/samples/png.ts";
import { expect, PHONE, test } from "../../fixture.ts";
import { chooseNewImage } from "../steps.ts";
import { managerJourneys } from "./manager-journeys.ts";
import { managerOf } from "./managers.ts";

test.describe("the manager", () => {
  managerJourneys(
    managerOf({
      table: "team_members",
      label: "Name",
      required: {},
      blank: { Name: "Please enter the person's name" },
      nextOrder: 3,
    }),
  );
});

test("shows the team with photos on Why Us, or nothing", async ({
  page,
  site,
  signIn,
  expectAccessible,
}) => {
  const { sql } = site;
  await sql`delete from team_members`;
  await signIn();
  await page.goto("/admin/team-members?edit=new");
  const dialog = page.getByRole("dialog", { name: "New team member" });
  await dialog.getByLabel("Name", { exact: true }).fill("Ines Okafor");
  await dialog.getByLabel("Role", { exact: true }).fill("Packing lead");
  await dialog.getByRole("button", { name: "Choose an image: Photo" }).click();
  const picker = page.getByRole("dialog", { name: "Choose an image: Photo" });
  await chooseNewImage(picker, await picture("ines.png"));
  await picker.getByRole("button", { name: "Upload and use" }).click();
  await expect(picker).toBeHidden();
  await expect(dialog.getByLabel("Photo", { exact: true })).toHaveValue(
    /^\/storage\/v1\/object\/public\/media\/uploads\/\d+\.png$/,
  );
  await expect(dialog.getByRole("img", { name: "Preview: Photo" })).toBeVisible();
  await dialog.getByLabel("Photo alt text").fill("Ines at her packing bench");
  await expectAccessible();
  await dialog.getByRole("button", { name: "Create" }).click();
  await expect(dialog).toBeHidden();
  await sql`insert into team_members (name, display_order, is_active) values
    ('Tobias van Dyk', 1, true), ('Long Gone', 2, false)`;

  const served = async () => (await page.request.get("/why-us")).text();
  await expect.poll(served, { intervals: [50] }).toContain("Tobias van Dyk");
  await page.setViewportSize(PHONE);
  await page.goto("/why-us#people");
  const people = page.locator("#people");
  await expect(people.getByRole("heading")).toHaveText([
    "Who packs your boxes",
    "Ines Okafor",
    "Tobias van Dyk",
  ]);
  await expect(people.getByText("Packing lead")).toBeVisible();
  await expect(people.getByText("TD", { exact: true })).toBeVisible();
  const photo = people.getByRole("img", { name: "Ines at her packing bench" });
  await expect(photo).toHaveAttribute("srcset", /\/render\/image\/.+\?width=\d+ \d+w/);
  await expect(photo).toHaveAttribute("loading", "lazy");
  await photo.scrollIntoViewIfNeeded();
  await expect
    .poll(() => photo.evaluate((img) => (img as HTMLImageElement).naturalWidth))
    .toBeGreaterThan(0);
  await expectAccessible();

  await sql`delete from team_members`;
  await expect.poll(served, { intervals: [50] }).not.toContain("Who packs your boxes");
});
