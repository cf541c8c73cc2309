import type { ScreenTabs } from "#app/admin-kit/shell/page-header.tsx";
import type { MenuGroup } from "#app/admin-kit/shell/sidebar.tsx";
import { leadsTo, type Screen } from "./navigation.ts";

const GROUPS: readonly Omit<MenuGroup, "links">[] = [
  {},
  { name: "Website" },
  { name: "Company" },
  { name: "Advanced", folds: true },
];

/** The path of a screen's menu link: a tab is under the link of its screen. */
export const menuLinkOf = (screens: readonly Screen[], { to, parentScreen }: Screen): string =>
  parentScreen && leadsTo(screens, parentScreen) ? parentScreen : to;

/** The screens by menu group, without empty groups. */
export const menuOf = (screens: readonly Screen[]): MenuGroup[] =>
  GROUPS.map(({ name, folds }, at) => ({
    name,
    folds,
    links: screens.filter(
      (screen) => Math.floor(screen.place / 10) === at && menuLinkOf(screens, screen) === screen.to,
    ),
  })).filter(({ links }) => links.length > 0);

/** The screens that share a screen's tabs; empty if it has none. */
export function tabsAt(
  screens: readonly Screen[],
  { to, parentScreen: parent = to }: Screen,
): ScreenTabs {
  const all = screens.filter((screen) => screen.to === parent || screen.parentScreen === parent);
  return all.length > 1
    ? all.map((screen) => ({ to: screen.to, label: screen.tab ?? screen.label }))
    : [];
}
