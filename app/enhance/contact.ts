/**
 * The contact page's own script. Loads the islands' script (features/contact_submissions/site/islands.ts)
 * when the page is idle, or on the first interaction. A form submitted before that waits for it, and
 * is sent natively if it fails to load. Drafts are saved in the meantime for visitors who leave and
 * come back.
 */
import { readEntries } from "#app/features/contact_submissions/entries.ts";
import { openDraft, withTyped } from "#app/features/contact_submissions/site/draft.ts";
import { storedAttribution } from "#app/lib/attribution/stored.ts";
import { HYDRATED } from "#app/lib/page/hydrated.ts";
import { whenIdle } from "#app/lib/page/when-idle.ts";

/** How long a submitted form waits for its island before the browser sends it natively. */
const FORM_TIMEOUT_MS = 4_000;
/** Vite's URL of the @react-router/dev module that installs React Refresh. */
const REFRESH = "/@id/__x00__virtual:react-router/inject-hmr-runtime";
const TOUCHES = ["pointerdown", "keydown", "focusin"] as const;

function bringIslands(form: HTMLFormElement, address: string) {
  let asked = false;
  let waiting: number | undefined;

  function load() {
    if (asked) return;
    asked = true;
    for (const touch of TOUCHES) document.removeEventListener(touch, load);
    fetchIslands(address).catch(() => stopHolding(() => form.submit()));
  }

  /** Repeated presses of Send share one wait. */
  function hold(event: SubmitEvent) {
    event.preventDefault();
    event.stopPropagation();
    form.ariaBusy = "true";
    waiting ??= window.setTimeout(() => stopHolding(() => form.submit()), FORM_TIMEOUT_MS);
    load();
  }

  const read = () => readEntries(new FormData(form));
  const draft = openDraft();
  const [before, atFirst] = [draft.entries(), read()];
  const keep = () => draft.save(withTyped(before, atFirst, read()));

  function stopHolding(send: () => void) {
    form.removeEventListener("submit", hold);
    form.ariaBusy = null;
    clearTimeout(waiting);
    if (waiting !== undefined) send();
    waiting = undefined;
  }

  form.addEventListener("submit", hold);
  form.addEventListener("input", keep);
  const takeOver = () => {
    form.removeEventListener("input", keep);
    stopHolding(() => form.requestSubmit());
  };
  form.closest("[data-island]")?.addEventListener(HYDRATED, takeOver, { once: true });
  for (const touch of TOUCHES) document.addEventListener(touch, load, { passive: true });
  afterLoad(load);
  if (form.contains(document.activeElement)) load();
}

/** In development, React's modules need React Refresh first. Elsewhere the router loads it. */
async function fetchIslands(address: string) {
  if (import.meta.env.DEV) await import(/* @vite-ignore */ REFRESH);
  await import(/* @vite-ignore */ address);
}

/** Runs after the page's own files have loaded and the browser is idle. */
function afterLoad(work: () => void) {
  const rest = () => whenIdle(work);
  if (document.readyState === "complete") rest();
  else window.addEventListener("load", rest, { once: true });
}

const form = document.querySelector<HTMLFormElement>("[data-island=form] form");
const address = document.querySelector<HTMLScriptElement>("script[data-islands]")?.dataset.islands;
if (form && address) bringIslands(form, address);

/** Signs of a human. Scripts can't forge trusted events. */
const SIGNS = ["pointermove", "keydown", "wheel", "touchmove"] as const;
let isPerson = false;
for (const sign of SIGNS)
  document.addEventListener(
    sign,
    ({ isTrusted }) => {
      isPerson ||= isTrusted;
    },
    { passive: true },
  );

/** The browser autofilled a field. */
const isAutofilled = () =>
  CSS.supports("selector(:autofill)") && document.querySelector("form :autofill") !== null;

// Covers every way the form is sent, and every re-render.
document.addEventListener("formdata", ({ formData }) => {
  const attribution = storedAttribution();
  if (attribution) formData.set("attribution", JSON.stringify(attribution));
  // Humans and autofill are exempt from the minimum fill time (rule C-7).
  if (isPerson || isAutofilled()) formData.set("person", "yes");
});
