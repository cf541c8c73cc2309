/**
 * The home page's own script: shows when an order of the chosen weekday and hour leaves (rule V-24), from the rows that
 * the server calculated. Without it the form asks the server.
 */
import { type ClockRow, rowAt } from "#app/lib/domain/dispatch/rows.ts";

const clock = document.querySelector<HTMLElement>("[data-clock]");
if (clock) followChoice(clock);

function followChoice(clock: HTMLElement) {
  const rows: ClockRow[] = JSON.parse(clock.dataset.clock ?? "");
  const [day, hour] = clock.querySelectorAll("select");
  const places = clock.querySelectorAll("[data-point]");
  const show = () => {
    const [, , ...points] = rowAt(rows, { day: Number(day?.value), hour: Number(hour?.value) });
    points.flat().forEach((words, index) => {
      const place = places[index] as Element;
      // What stays the same is not announced again.
      if (place.textContent !== words) place.textContent = words;
    });
  };
  clock.addEventListener("change", show);
  clock.addEventListener("submit", (event) => {
    event.preventDefault();
    show();
  });
  // Covers values the browser restored on back navigation.
  show();
}
