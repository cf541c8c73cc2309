import { expect, test } from "vitest";
import { matches } from "#app/features/find/find-dialog.tsx";
import { resources } from "#app/features/resources.ts";
import { settingLabels, tabOf } from "#app/features/site_settings/admin/catalog.ts";
import { accessOf } from "#app/lib/access/access.ts";
import { navigationOf } from "../navigation.ts";
import { previewedSite } from "../previewed-site.ts";
import { placesOf, SYNONYMS } from "./find.tsx";

const placesFor = (...roles: string[]) => placesOf(() => {}, accessOf(roles));
const places = placesFor("admin");

test("synonyms are of screens that exist, and no two places share a key", () => {
  const screens = navigationOf(resources).map(({ to }) => to);
  expect(screens).toEqual(expect.arrayContaining(Object.keys(SYNONYMS)));
  expect(new Set(places.map(({ key }) => key)).size).toBe(places.length);
});

test("a preview and the search open the same tab for each text of a page", () => {
  const tabs = ["general", "branding", "social"];
  const keys = Object.keys(settingLabels).filter((key) => tabs.includes(tabOf(key)));
  for (const key of [...keys, "privacy_text"])
    expect(previewedSite.screenOf(`site_settings/${key}`)?.href).toBe(
      `/admin/settings?tab=${tabOf(key)}`,
    );
});

test.each([
  ["invite", "Invite a colleague"],
  ["new faq", "Add FAQ"],
  ["add service", "Add service"],
  ["password", "Change your password"],
  ["sign out", "Sign Out"],
  ["log out", "Sign Out"],
  ["dark", "Dark mode"],
  ["leads", "Contact Submissions"],
  ["inbox", "Contact Submissions"],
  ["logo", "Site Settings: Branding"],
])("%s finds %s", (typed, title) => {
  expect(matches(places, typed).map((place) => place.title)).toContain(title);
});

test("finds only what the person may use", () => {
  const titlesFor = (...roles: string[]) => placesFor(...roles).map(({ title }) => title);
  expect(titlesFor("sales")).toEqual([
    "Dashboard",
    "Contact Submissions",
    "Saved Replies",
    "Insights",
    "Unmatched emails",
    "Media Library",
    "Your account",
    "Add saved reply",
    "Change your password",
    "View Live Site",
    "Dark mode",
    "Sign Out",
  ]);
  const editors = titlesFor("editor");
  expect(editors).toEqual(
    expect.arrayContaining(["Content Editor", "Site Settings: Privacy", "Add FAQ", "Upload files"]),
  );
  for (const title of ["Users", "Site Settings: Analytics", "Add webhook", "Contact Submissions"])
    expect(editors).not.toContain(title);
});
