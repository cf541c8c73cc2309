import { useEffect, useState, useSyncExternalStore } from "react";
import { useShortcut } from "./use-shortcut.ts";

/** The cookie of rule W-2. */
export const SIDEBAR = "sidebar_state";
const MAX_AGE_S = 7 * 24 * 60 * 60;
const PHONE = "(width < 48rem)";
/** At this width the sidebar takes too much room, so it starts collapsed. */
export const NARROW = "(width < 64rem)";

/** The last choice, or else based on the width. */
function readSidebar(): boolean {
  const stored = document.cookie.split("; ").find((one) => one.startsWith(`${SIDEBAR}=`));
  return stored ? stored.endsWith("=true") : !window.matchMedia(NARROW).matches;
}

/** CSS sets the width from the root's `data-sidebar`, so it is right before the app's scripts run. */
function show(expanded: boolean) {
  if (expanded) delete document.documentElement.dataset.sidebar;
  else document.documentElement.dataset.sidebar = "collapsed";
}

function remember(expanded: boolean) {
  // biome-ignore lint/suspicious/noDocumentCookie: supported browsers lack the Cookie Store API
  document.cookie = `${SIDEBAR}=${expanded}; path=/; max-age=${MAX_AGE_S}; samesite=lax`;
}

function onWidth(listener: () => void) {
  const narrow = window.matchMedia(NARROW);
  narrow.addEventListener("change", listener);
  return () => narrow.removeEventListener("change", listener);
}

/**
 * The sidebar, expanded or collapsed to icons, remembered in a cookie; on phones, a drawer. The server
 * always renders it expanded. An inline script collapses it before the first paint.
 */
export function useSidebar() {
  const [chosen, setChosen] = useState<boolean>();
  const remembered = useSyncExternalStore(onWidth, readSidebar, () => true);
  const expanded = chosen ?? remembered;
  const [drawerOpen, setDrawerOpen] = useState(false);

  function toggle() {
    if (window.matchMedia(PHONE).matches) setDrawerOpen((open) => !open);
    else setChosen(!expanded);
  }

  // Not `expanded`, which starts with the server's value.
  useEffect(() => show(chosen ?? readSidebar()));
  useEffect(() => {
    if (chosen !== undefined) remember(chosen);
  }, [chosen]);

  useShortcut("b", toggle);

  return { expanded, drawerOpen, setDrawerOpen, toggle };
}
