import { useEffect, useState, useSyncExternalStore } from "react";
import { useShortcut } from "./use-shortcut.ts";

/** Rule W-2. */
const COOKIE = "sidebar_state";
/** What the cookie says of a sidebar that is collapsed to icons. */
export const COLLAPSED = `${COOKIE}=false`;
const MAX_AGE_S = 7 * 24 * 60 * 60;
const PHONE = "(width < 48rem)";

/** Expanded unless the cookie says otherwise. */
const readSidebarCookie = (): boolean => !document.cookie.split("; ").includes(COLLAPSED);

/** The width is the stylesheet's, by the root's `data-sidebar`: it is right before any script of the app runs. */
function show(expanded: boolean) {
  if (expanded) delete document.documentElement.dataset.sidebar;
  else document.documentElement.dataset.sidebar = "collapsed";
}

function remember(expanded: boolean) {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is younger than our browsers
  document.cookie = `${COOKIE}=${expanded}; path=/; max-age=${MAX_AGE_S}; samesite=lax`;
}

const onNothing = () => () => {};

/**
 * The sidebar, expanded or collapsed to icons, remembered in a cookie; on a phone the drawer. The server
 * sends it expanded to everybody; what stands first in the page narrows it before anything is painted.
 */
export function useSidebar() {
  const [chosen, setChosen] = useState<boolean>();
  const remembered = useSyncExternalStore(onNothing, readSidebarCookie, () => true);
  const expanded = chosen ?? remembered;
  const [drawerOpen, setDrawerOpen] = useState(false);

  function toggle() {
    if (window.matchMedia(PHONE).matches) setDrawerOpen((open) => !open);
    else setChosen((before) => !(before ?? readSidebarCookie()));
  }

  useEffect(() => {
    const now = chosen ?? readSidebarCookie();
    show(now);
    remember(now);
  }, [chosen]);

  useShortcut("b", toggle);

  return { expanded, drawerOpen, setDrawerOpen, toggle };
}
