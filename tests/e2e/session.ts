import type { BrowserContext } from "@playwright/test";
import { createClient } from "@supabase/supabase-js";
import { KNOWN_ADMIN } from "#app/features/auth/known-admin.ts";
import { people } from "#tests/support/people.ts";
import type { Site } from "#tests/support/site.ts";
import { anchorOf } from "./shared-browser.ts";

/** What the browser of the journeys says about itself, as far as anyone reads it. */
const BROWSER = "Mozilla/5.0 (X11; Linux x86_64) HeadlessChrome/142.0.0.0 Safari/537.36";

const keys = new WeakMap<Site, Promise<string>>();

/** The publishable key that a site gives to browsers. */
export async function readPublishableKey({ url }: Site): Promise<string> {
  const page = await (await fetch(`${url}/admin/login`)).text();
  const config = /name="browser-config" content="([^"]+)"/.exec(page)?.[1] ?? "{}";
  return JSON.parse(config.replaceAll("&quot;", '"')).publishableKey;
}

/**
 * Gives a new browser its own session, stored as the app's client does. admin/accounts/auth.spec.ts
 * tests the sign-in screen once; signing in there costs two page loads.
 */
export async function startSession(context: BrowserContext, site: Site, who: keyof typeof people) {
  const key = keys.get(site) ?? readPublishableKey(site);
  keys.set(site, key);
  const stored = new Map<string, string>();
  const client = createClient(site.url, await key, {
    auth: {
      autoRefreshToken: false,
      storage: {
        getItem: (name) => stored.get(name) ?? null,
        setItem: (name, value) => void stored.set(name, value),
        removeItem: (name) => void stored.delete(name),
      },
    },
    global: { headers: { "user-agent": BROWSER } },
  });
  const { data, error } = await client.auth.signInWithPassword(people[who]);
  if (error) throw error;
  // As after the admin's first visit.
  if (who === "admin") stored.set(KNOWN_ADMIN, data.user.id);
  const anchor = anchorOf(context);
  if (anchor && new URL(anchor.url()).origin === site.url) {
    await anchor.evaluate(
      (items) => {
        for (const [name, value] of items) localStorage.setItem(name, value);
      },
      [...stored],
    );
    return;
  }
  const items = Array.from(stored, ([name, value]) => ({ name, value }));
  await context.setStorageState({
    cookies: [],
    origins: [{ origin: site.url, localStorage: items }],
  });
}
