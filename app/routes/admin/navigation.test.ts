import { expect, test } from "vitest";
import { resources } from "#app/features/resources.ts";
import { accessOf } from "#app/lib/access/access.ts";
import { menuLinkOf, menuOf, tabsAt } from "./menu.ts";
import { leadsTo, navigationOf, screenAt, screensFor } from "./navigation.ts";

const all = navigationOf(resources);
const screensOf = (...roles: string[]) => screensFor(all, accessOf(roles));
const menuFor = (...roles: string[]) =>
  menuOf(screensOf(...roles)).map(({ name, links }) => [name, ...links.map(({ to }) => to)]);
const replies = screenAt(all, "/admin/saved-replies");

test("owners and admins use every screen, and nobody without a role any", () => {
  expect(screensOf("admin")).toEqual(all);
  expect(screensOf("owner")).toEqual(all);
  expect(screensOf()).toEqual([]);
});

test("sales see leads, and the media library", () => {
  expect(menuFor("sales")).toEqual([
    [undefined, "/admin/dashboard", "/admin/contact-manager", "/admin/insights"],
    ["Website", "/admin/media"],
  ]);
  expect(menuLinkOf(screensOf("sales"), replies)).toBe("/admin/contact-manager");
  expect(tabsAt(screensOf("sales"), replies).map(({ label }) => label)).toEqual([
    "Leads",
    "Saved Replies",
    "Unmatched emails",
  ]);
});

test("editors see what visitors see, and saved replies without the leads", () => {
  const screens = screensOf("editor");
  const lists = resources.map(({ path }) => path);
  expect(screens.map(({ to }) => to).sort()).toEqual(
    [
      "/admin/account",
      "/admin/content",
      "/admin/dashboard",
      "/admin/history",
      "/admin/media",
      "/admin/settings",
      "/admin/site-health",
      ...lists,
    ].sort(),
  );
  expect(menuLinkOf(screens, replies)).toBe("/admin/saved-replies");
  expect(tabsAt(screens, replies)).toEqual([]);
});

test("screens of editors promise no leads", () => {
  for (const { head } of screensOf("editor")) expect(head.description).not.toMatch(/\blead/i);
});

// A change may need approval or go into a change set, and not every text is shown.
test("no screen promises that visitors see a change at once", () => {
  for (const { head } of all) expect(head.description).not.toMatch(/visitors see/i);
});

test("two roles see the screens of both", () => {
  const both = screensOf("editor", "sales");
  const either = new Set([...screensOf("editor"), ...screensOf("sales")]);
  expect(new Set(both)).toEqual(either);
});

test("an address is one of a screen, whatever its query", () => {
  expect(leadsTo(screensOf("sales"), "/admin/contact-manager?show=overdue")).toBe(true);
  expect(leadsTo(screensOf("sales"), "/admin/content?tab=home")).toBe(false);
});
