import { useCallback, useEffect, useState } from "react";

/** Rule W-2. */
const COOKIE = "sidebar_state";
const MAX_AGE_S = 7 * 24 * 60 * 60;
const PHONE = "(width < 48rem)";

/** Expanded unless the cookie says otherwise. */
const readSidebarCookie = (cookies: string): boolean =>
  !cookies.split("; ").includes(`${COOKIE}=false`);

function rememberSidebar(page: Document, expanded: boolean) {
  page.cookie = `${COOKIE}=${expanded}; path=/; max-age=${MAX_AGE_S}; samesite=lax`;
}

/**
 * The sidebar, expanded or collapsed to icons, remembered in a cookie; on a phone the drawer. The
 * shell is first drawn in the browser, after the session is known, so that the cookie is read before
 * the first paint and nothing jumps.
 */
export function useSidebar() {
  const [expanded, setExpanded] = useState(() => readSidebarCookie(document.cookie));
  const [drawerOpen, setDrawerOpen] = useState(false);

  const toggle = useCallback(() => {
    if (window.matchMedia(PHONE).matches) setDrawerOpen((open) => !open);
    else setExpanded((before) => !before);
  }, []);

  useEffect(() => {
    rememberSidebar(document, expanded);
  }, [expanded]);

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "b" || !(event.ctrlKey || event.metaKey)) return;
      if (event.altKey || event.shiftKey) return;
      event.preventDefault();
      toggle();
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, [toggle]);

  return { expanded, drawerOpen, setDrawerOpen, toggle };
}
