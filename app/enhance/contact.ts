/**
 * The contact page's own script: fetches the one that brings React (features/contact_submissions/site/
 * islands.ts) when the page is there and nothing else is to do, or as soon as someone touches it. A
 * form that is sent meanwhile waits for it, and goes by itself when it does not come; what is typed
 * meanwhile is kept for who leaves and comes back.
 */
import { readEntries } from "#app/features/contact_submissions/entries.ts";
import { openDraft } from "#app/features/contact_submissions/site/draft.ts";
import { keptAttribution } from "#app/lib/attribution/kept.ts";
import { HYDRATED } from "#app/lib/page/hydrated.ts";
import { whenIdle } from "#app/lib/page/when-idle.ts";

/** How long a pressed Send waits for React before the browser sends the form as it is. */
const PATIENCE_MS = 4_000;
/** Vite's address of @react-router/dev's module that installs React Refresh. */
const REFRESH = "/@id/__x00__virtual:react-router/inject-hmr-runtime";
const TOUCHES = ["pointerdown", "keydown", "focusin"] as const;

function bringIslands(form: HTMLFormElement, address: string) {
  let asked = false;
  let waiting: number | undefined;

  function load() {
    if (asked) return;
    asked = true;
    for (const touch of TOUCHES) document.removeEventListener(touch, load);
    fetchIslands(address).catch(() => letGo(() => form.submit()));
  }

  /** One press, however often it is repeated, waits. */
  function hold(event: SubmitEvent) {
    event.preventDefault();
    event.stopPropagation();
    form.ariaBusy = "true";
    waiting ??= window.setTimeout(() => letGo(() => form.submit()), PATIENCE_MS);
    load();
  }

  const keep = () => openDraft().save(readEntries(new FormData(form)));

  function letGo(send: () => void) {
    form.removeEventListener("submit", hold);
    form.removeEventListener("input", keep);
    form.ariaBusy = null;
    clearTimeout(waiting);
    if (waiting !== undefined) send();
    waiting = undefined;
  }

  form.addEventListener("submit", hold);
  form.addEventListener("input", keep);
  form
    .closest("[data-island]")
    ?.addEventListener(HYDRATED, () => letGo(() => form.requestSubmit()), { once: true });
  for (const touch of TOUCHES) document.addEventListener(touch, load, { passive: true });
  afterLoad(load);
  if (form.contains(document.activeElement)) load();
}

/** In development React's modules ask first for what reloads them, which elsewhere the router brings. */
async function fetchIslands(address: string) {
  if (import.meta.env.DEV) await import(/* @vite-ignore */ REFRESH);
  await import(/* @vite-ignore */ address);
}

/** After the page's own files, which visitors look at, and when the browser has nothing to do. */
function afterLoad(work: () => void) {
  const rest = () => whenIdle(work);
  if (document.readyState === "complete") rest();
  else window.addEventListener("load", rest, { once: true });
}

const form = document.querySelector<HTMLFormElement>("[data-island=form] form");
const address = document.querySelector<HTMLScriptElement>("script[data-islands]")?.dataset.islands;
if (form && address) bringIslands(form, address);

/** What a person does with a page; a script can't make the browser trust its own. */
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

/** The browser filled in a field with what it knows of its person. */
const isAutofilled = () =>
  CSS.supports("selector(:autofill)") && document.querySelector("form :autofill") !== null;

// By whichever way the form is sent, and however often it is drawn again.
document.addEventListener("formdata", ({ formData }) => {
  const attribution = keptAttribution();
  if (attribution) formData.set("attribution", JSON.stringify(attribution));
  // A person, or a browser that fills in for one, is not suspected of being quick (rule C-7).
  if (isPerson || isAutofilled()) formData.set("person", "yes");
});
