/** The page around the widget settles first (rule V-3). */
const SETTLE_MS = 100;

/** Brings the scheduling widget into view for who came by a Schedule a Call button (rule V-3). */
export function scrollToSchedule() {
  if (location.hash !== "#schedule") return;
  setTimeout(() => document.getElementById("schedule")?.scrollIntoView(), SETTLE_MS);
}
