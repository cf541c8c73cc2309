import { count } from "#app/lib/attribution/count.ts";
import { whenIdle } from "#app/lib/page/when-idle.ts";

/** Of one page in so many the vitals are measured: enough to see a trend. */
const SAMPLE = 4;

/** Counts this page view once the browser is idle, and what visitors do here. */
export function followVisit() {
  whenIdle(() => count("view"));
  document.addEventListener("click", ({ target }) => {
    const href = (target as Element).closest?.("a")?.href ?? "";
    if (/^tel:/.test(href)) count("phone");
    if (/^mailto:/.test(href)) count("email");
  });
  const begin = ({ target }: Event) => {
    if (!(target as Element).closest?.("[data-island=form]")) return;
    document.removeEventListener("input", begin);
    count("started");
  };
  document.addEventListener("input", begin);
  if (Math.random() * SAMPLE < 1) measure();
}

/** Not yet in TypeScript's own types. */
interface Measured extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
  interactionId: number;
}

/**
 * Measures the Core Web Vitals of this page, and reports them when it is hidden for the first time.
 * @see https://web.dev/articles/vitals
 */
function measure() {
  const vitals: Record<string, number> = {};
  let shifts = 0;
  let began = 0;
  let last = 0;
  const observe = (type: string, note: (entry: Measured) => void) => {
    if (!PerformanceObserver.supportedEntryTypes.includes(type)) return;
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) note(entry as Measured);
    });
    observer.observe({ type, buffered: true, durationThreshold: 40 } as PerformanceObserverInit);
    return observer;
  };
  const raise = (name: string, value: number) => {
    vitals[name] = Math.max(vitals[name] ?? 0, value);
  };
  const observers = [
    observe("largest-contentful-paint", ({ startTime }) => raise("lcp", startTime)),
    // The slowest interaction: a page here has fewer than 50.
    observe("event", ({ interactionId, duration }) => interactionId && raise("inp", duration)),
    // The worst group of shifts: at most 1 second apart, within 5 seconds.
    observe("layout-shift", ({ value, hadRecentInput, startTime }) => {
      if (hadRecentInput) return;
      if (startTime - last > 1_000 || startTime - began > 5_000) {
        shifts = 0;
        began = startTime;
      }
      last = startTime;
      shifts += value;
      raise("cls", shifts);
    }),
  ];
  if (observers[2]) vitals.cls = 0;
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden || observers.length === 0) return;
    observers.length = 0;
    count("vitals", vitals);
  });
}
