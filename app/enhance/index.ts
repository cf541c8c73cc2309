/**
 * The whole script of a content page. Everything it does is a convenience: without it all content,
 * the menu and every link work.
 */
import { rememberArrival } from "#app/lib/attribution/kept.ts";
import { followAnalytics } from "./analytics.ts";

/** The page around the widget settles first (rule V-3). */
const SETTLE_MS = 100;

/** Brings the scheduling widget into view for who came by a Schedule a Call button (rule V-3). */
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

/** Says in the console which path was not found (rule N-1). */
function reportMissing() {
  if (document.querySelector("[data-missing-page]"))
    console.warn(`Page not found: ${location.pathname}`);
}

/** Shows the Go Back button where there is somewhere to go back to (rule N-1). */
function goBack() {
  const button = document.querySelector<HTMLButtonElement>("[data-go-back]");
  if (!button || history.length < 2) return;
  button.hidden = false;
  button.addEventListener("click", () => history.back());
}

/** Closes the menu when a link in it is chosen, and when the window grows past the phone layout. */
function closeMenu() {
  const menu = document.getElementById("site-menu");
  if (!menu?.hidePopover) return;
  const close = () => menu.hidePopover();
  menu.addEventListener("click", (event) => {
    if ((event.target as Element).closest("a")) close();
  });
  matchMedia("(width >= 48rem)").addEventListener("change", close);
}
