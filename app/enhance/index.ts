/**
 * The complete script of a content page. All of it is progressive enhancement: content, the menu
 * and every link work without it.
 */
import { rememberArrival } from "#app/lib/attribution/stored.ts";
import { followAnalytics } from "./analytics.ts";
import { followVisit } from "./visits.ts";

/** Lets the page around the widget settle first (rule V-3). */
const SETTLE_MS = 100;

/** Scrolls to the scheduling widget for visitors from a Schedule a Call button (rule V-3). */
function scrollToSchedule() {
  if (location.hash !== "#schedule") return;
  setTimeout(() => document.getElementById("schedule")?.scrollIntoView(), SETTLE_MS);
}

rememberArrival();
closeMenu();
goBack();
reportMissing();
scrollToSchedule();
followAnalytics();
followVisit();

/** Logs a path that was not found to the console (rule N-1). */
function reportMissing() {
  if (document.querySelector("[data-missing-page]"))
    console.warn(`Page not found: ${location.pathname}`);
}

/** Shows the Go Back button if there is a page to go back to (rule N-1). */
function goBack() {
  const button = document.querySelector<HTMLButtonElement>("[data-go-back]");
  if (!button || history.length < 2) return;
  button.hidden = false;
  button.addEventListener("click", () => history.back());
}

/** Closes the menu when a link is chosen, the focus leaves it or the window grows past the phone layout. */
function closeMenu() {
  const menu = document.getElementById("site-menu");
  if (!menu?.hidePopover) return;
  const close = () => menu.hidePopover();
  menu.addEventListener("click", (event) => {
    if ((event.target as Element).closest("a")) close();
  });
  // The menu covers the page, so the focus would be behind it.
  menu.addEventListener("focusout", ({ relatedTarget }) => {
    if (relatedTarget instanceof Element && !relatedTarget.closest("header")) close();
  });
  matchMedia("(width >= 48rem)").addEventListener("change", close);
}
