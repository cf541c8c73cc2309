import { describe, expect, test } from "vitest";
import { createContactClient } from "./browser-client.ts";
import { takePostedForm } from "./posted-form.server.ts";

const BEFORE_MIDNIGHT = Date.parse("2026-03-01T23:59:50Z");
const AFTER_MIDNIGHT = BEFORE_MIDNIGHT + 20_000;

/** What is stored when the form is posted at `now`, from a page rendered at `openedAt`. */
async function stored(now: number, openedAt: number, more: Record<string, string> = {}) {
  const form = new FormData();
  const entries = {
    name: "Ada Park",
    email: "ada@tinyshop.example",
    monthly_volume: "0-50",
    platforms: "Etsy",
    opened_at: String(openedAt),
    ...more,
  };
  for (const [name, value] of Object.entries(entries)) form.append(name, value);
  let row: { request_id?: string; filled_in_ms?: number | null } = {};
  const config = { supabaseUrl: "http://site.test", publishableKey: "sb_key" };
  const supabase = createContactClient(config, async (url, init) => {
    if (!String(url).includes("/rest/")) return Response.json({ error: null, data: {} });
    row = JSON.parse(String(init?.body));
    return new Response(null, { status: 201 });
  });
  const { status } = await takePostedForm({ supabase }, [], form, now, null);
  expect(status).toBe(200);
  return row;
}

describe("a form posted without script", () => {
  test("stores one message when a reload after midnight posts it again", async () => {
    const first = await stored(BEFORE_MIDNIGHT, BEFORE_MIDNIGHT - 5_000);
    const second = await stored(AFTER_MIDNIGHT, BEFORE_MIDNIGHT - 5_000);
    expect(first.request_id).toBeTruthy();
    expect(second.request_id).toBe(first.request_id);
  });

  test("stores another message from a page opened on the next day", async () => {
    const first = await stored(BEFORE_MIDNIGHT, BEFORE_MIDNIGHT - 5_000);
    const second = await stored(AFTER_MIDNIGHT, AFTER_MIDNIGHT - 5_000);
    expect(second.request_id).not.toBe(first.request_id);
  });

  test("is timed from the page's stamp, unless a person was seen", async () => {
    const openedAt = BEFORE_MIDNIGHT - 5_000;
    expect((await stored(BEFORE_MIDNIGHT, openedAt)).filled_in_ms).toBe(5_000);
    expect((await stored(BEFORE_MIDNIGHT, openedAt, { person: "yes" })).filled_in_ms).toBeNull();
  });
});
