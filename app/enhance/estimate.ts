/**
 * The pricing page's own script: estimates a month while the visitor types (rule V-18). It updates
 * the server-rendered elements by the server's rules. Without it, the form asks the server.
 */
import type { Price } from "#app/content/index.ts";
import { estimate, freeStorage } from "#app/lib/domain/prices/estimate.ts";
import { type MonthErrors, monthQuery, readMonth } from "#app/lib/domain/prices/figures.ts";
import { money, rangeText } from "#app/lib/domain/prices/money.ts";
import { MONTH_FIELDS, type MonthField } from "#app/lib/domain/prices/month.ts";
import { freeStorageText, lineText, noPostageText } from "#app/lib/domain/prices/words.ts";

function countAsTyped(sheet: HTMLElement) {
  const find = <E extends HTMLElement>(selector: string) => sheet.querySelector(selector) as E;
  const form = find<HTMLFormElement>("form");
  const result = find("[data-result]");
  const prices = (
    JSON.parse(sheet.dataset.prices ?? "") as [
      number,
      number,
      Price["charged_per"],
      number | null,
    ][]
  ).map(([low, high, charged_per, up_to]): Price => ({ low, high, charged_per, up_to }));
  const freeFrom = Number(sheet.dataset.free) || null;
  // Found once: setting its query makes its address absolute.
  const send = sheet.querySelector<HTMLAnchorElement>("a[href^='/contact']");

  /** Shows new errors for these fields only. Clears resolved errors on all fields. */
  function mark(errors: MonthErrors, fields: readonly MonthField[]) {
    for (const name of MONTH_FIELDS) {
      const sentence = errors[name];
      const place = sheet.querySelector<HTMLElement>(`#estimate-${name}-error`);
      if (!place) continue;
      if (sentence && place.hidden && !fields.includes(name)) continue;
      place.hidden = !sentence;
      place.textContent = sentence ?? "";
      form.querySelector(`#estimate-${name}-help`)?.toggleAttribute("hidden", Boolean(sentence));
      place.parentElement?.toggleAttribute("data-wrong", Boolean(sentence));
      const field = find(`#estimate-${name}`);
      if (sentence) field?.setAttribute("aria-invalid", "true");
      else field?.removeAttribute("aria-invalid");
    }
  }

  /** Updates the estimate; returns true when the input is valid. */
  function update(fields: readonly MonthField[]): boolean {
    const typed = new FormData(form);
    const { month, errors } = readMonth((name) => typed.get(name));
    mark(errors ?? {}, fields);
    result.toggleAttribute("data-stale", !month);
    if (!month) return false;
    const sum = estimate(prices, month, freeFrom);
    find("[data-wrong-note]").hidden = true;
    result.hidden = false;
    find("[data-sum=month]").textContent = rangeText(sum.month);
    find("[data-sum=order]").textContent = rangeText(sum.order);
    const noPostage = noPostageText(sum);
    find("[data-no-postage]").hidden = !noPostage;
    find("[data-no-postage]").textContent = noPostage;
    const storage = freeStorage(prices, month, freeFrom);
    find("[data-storage]").hidden = !storage;
    find("[data-storage]").textContent = storage ? freeStorageText(storage) : "";
    sheet.querySelectorAll("tbody tr").forEach((row, index) => {
      const line = sum.lines.find(({ price }) => price === prices[index]);
      (row as HTMLElement).hidden = !line;
      if (!line) return;
      row.toggleAttribute("data-same", line.low === line.high);
      const [how, low, high] = row.querySelectorAll("[data-how], td");
      (how as Element).textContent = lineText(line, freeFrom);
      (low as Element).textContent = money(line.low);
      (high as Element).textContent = money(line.high);
    });
    for (const left of sheet.querySelectorAll<HTMLElement>("[data-left]")) {
      const price = prices[Number(left.dataset.left)];
      if (price) left.hidden = !sum.notIncluded.includes(price);
    }
    const query = `?${monthQuery(month)}`;
    if (send) send.search = query;
    // Don't change the URL while typing. It only needs to be right for sharing.
    if (fields.length > 0) {
      history.replaceState(history.state, "", query + location.hash);
      sheet.dataset.own = "";
    }
    return true;
  }

  // The visitor's own figures are printed, not the example.
  form.addEventListener("input", () => sheet.toggleAttribute("data-own", update([])));
  form.addEventListener("change", ({ target }) =>
    update([(target as HTMLInputElement).name as MonthField]),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const wrong = "[aria-invalid], [data-wrong] input";
    (update(MONTH_FIELDS) ? result : find(wrong)).focus();
  });
  // Covers values the browser restored on back navigation.
  update([]);
}

const sheet = document.querySelector<HTMLElement>("[data-prices]");
if (sheet) countAsTyped(sheet);
