import { createClient } from "@supabase/supabase-js";
import { expect, test, vi } from "vitest";
import { list } from "./queries.ts";

/** The request sent for a page of the list. */
async function sent(wanted: Partial<Parameters<typeof list>[0]>): Promise<unknown> {
  const fetch = vi.fn(async (_url: string, _init: RequestInit) =>
    Response.json({ total: 0, rows: [] }),
  );
  const client = createClient("http://nowhere", "key", {
    global: { fetch: fetch as unknown as typeof globalThis.fetch },
  });
  await list({ q: "", page: 1, pageSize: 25, ...wanted }, client);
  return JSON.parse(String(fetch.mock.calls[0]?.[1].body));
}

test("loads an unfiltered list with the same request as the page's first script", async () => {
  const filters = { status: "", show: "", owner: "", since: "", until: "" };
  const plain = { what: {}, page: 1, page_size: 25 };
  expect(await sent({})).toEqual(plain);
  expect(await sent({ filters, sort: "" })).toEqual(plain);
});

test("turns days into times in the company's zone, inclusive, and ignores invalid days", async () => {
  const day = "2026-01-31";
  expect(await sent({ filters: { since: day, until: day, status: "new" } })).toMatchObject({
    what: {
      status: "new",
      since: "2026-01-31T08:00:00.000Z",
      until: "2026-02-01T08:00:00.000Z",
    },
  });
  for (const odd of ["0202-01-31", "9999-12-31", "12026-01-31", "soon"])
    expect(await sent({ filters: { since: odd, until: odd } })).toHaveProperty("what", {});
});
