import {
  ANALYTICS_KEYS,
  type Analytics,
  CONSENT_BAR,
  readAnalytics,
} from "#app/features/site_settings/site/analytics.ts";
import { readBrowserConfig } from "#app/lib/page/browser-config.ts";
import { CONSENT_COOKIE } from "#contract/consent.ts";

/** Rule S-4. */
const REFETCH_MS = 30_000;
const ORIGIN = "https://www.googletagmanager.com";

declare global {
  interface Navigator {
    /** @see https://www.w3.org/TR/gpc */
    globalPrivacyControl?: boolean;
  }
  interface Window {
    dataLayer?: unknown[];
    [disabled: `ga-disable-${string}`]: boolean | undefined;
  }
}

/**
 * Loads the analytics that the settings enable, and follows changes while the page is visible (rule
 * S-4). Each page counts one page view, no matter how often they are toggled.
 */
export function followAnalytics() {
  // Whatever the settings say. The question (app/features/site_settings/site/above.tsx) isn't asked either.
  if (navigator.globalPrivacyControl || navigator.doNotTrack === "1") return;
  // After "Decline" elsewhere, Back may show a page from the browser's cache that still names the ids.
  const isAllowed = document.cookie.split("; ").includes(`${CONSENT_COOKIE}=allow`);
  if (document.getElementById(CONSENT_BAR) && !isAllowed) return;
  const tag = document.querySelector<HTMLMetaElement>("meta[name=analytics]");
  if (!tag) return;
  const atFirst: Analytics = JSON.parse(tag.content);
  // The page's CSP is fixed when it is rendered. Anything it doesn't allow waits for the next page.
  const allowed = Boolean(atFirst.ga || atFirst.gtm);
  let running: Analytics = { ga: "", gtm: "" };
  let asked = Date.now();
  let timer = 0;

  const follow = (wanted: Analytics) => {
    if (!allowed) return;
    for (const kind of ["ga", "gtm"] as const) {
      if (running[kind] === wanted[kind]) continue;
      if (running[kind]) stop(running[kind]);
      if (wanted[kind]) start[kind](wanted[kind]);
    }
    running = wanted;
  };
  // A hidden page doesn't refetch. An overdue refetch runs when it becomes visible again.
  const wait = () => {
    clearTimeout(timer);
    if (!document.hidden)
      timer = window.setTimeout(refetch, Math.max(0, asked + REFETCH_MS - Date.now()));
  };
  const refetch = async () => {
    const at = Date.now();
    asked = at;
    wait();
    const settings = await fetchSettings();
    // A slow answer may arrive after the next one.
    if (settings && at === asked) follow(settings);
  };

  follow(atFirst);
  wait();
  document.addEventListener("visibilitychange", wait);
}

const start = {
  ga(id: string) {
    window[`ga-disable-${id}`] = false;
    load("gtag/js", id);
    if (counted.has(id)) return;
    counted.add(id);
    gtag("js", new Date());
    gtag("config", id);
  },
  gtm(id: string) {
    load("gtm.js", id);
    if (counted.has(id)) return;
    counted.add(id);
    layer().push({ "gtm.start": Date.now(), event: "gtm.js" });
  },
};

/** IDs that already counted their page view. */
const counted = new Set<string>();

function stop(id: string) {
  window[`ga-disable-${id}`] = true;
  for (const script of document.querySelectorAll(`script[src^="${ORIGIN}/"][src*="${id}"]`))
    script.remove();
}

function load(path: string, id: string) {
  const script = document.createElement("script");
  script.async = true;
  script.src = `${ORIGIN}/${path}?id=${id}`;
  document.head.append(script);
}

function layer(): unknown[] {
  window.dataLayer ??= [];
  return window.dataLayer;
}

/** The provider recognizes a command by its being an `arguments` object. */
function gtag(..._command: unknown[]) {
  // biome-ignore lint/complexity/noArguments: the provider's script ignores arrays
  layer().push(arguments);
}

/** The current settings; undefined when they can't be read, and then nothing changes. */
async function fetchSettings(): Promise<Analytics | undefined> {
  const { supabaseUrl, publishableKey } = readBrowserConfig();
  const query = `select=setting_key,setting_value&setting_key=in.(${ANALYTICS_KEYS})`;
  try {
    const response = await fetch(`${supabaseUrl}/rest/v1/site_settings?${query}`, {
      headers: { apikey: publishableKey },
    });
    return response.ok ? readAnalytics(await response.json()) : undefined;
  } catch {
    return undefined;
  }
}
