import { afterEach, expect, test, vi } from "vitest";
import checkLinks from "../../../supabase/functions/check-links/index.ts";

/** Links as Supabase's edge runtime checks them; the network and DNS are stubbed here. */
const PROJECT = "https://project.supabase.test";
const project: Record<string, string> = {
  SUPABASE_URL: PROJECT,
  SUPABASE_PUBLISHABLE_KEYS: '{"default":"sb_publishable_a"}',
  SUPABASE_SECRET_KEYS: '{"default":"sb_secret_a"}',
  SITE_URL: "https://www.own.test",
};
const notFound = () => Object.assign(new Error("no record found"), { name: "NotFound" });

interface Elsewhere {
  /** what a name resolves to, or how the lookup fails */
  resolve?: (name: string) => string[];
  answer?: (url: string, init: RequestInit) => Response;
}

/** Checks one link by schedule. */
async function checked(
  address: string,
  { resolve = () => ["93.184.216.34"], answer = () => new Response() }: Elsewhere = {},
  apikey = "sb_secret_a",
) {
  const asked: string[] = [];
  const stored: object[] = [];
  let due: object | null = { address, lease: "the lease" };
  vi.stubGlobal("Deno", {
    env: { get: (name: string) => project[name] },
    resolveDns: async (name: string, kind: string) => {
      if (kind === "A") return resolve(name);
      throw notFound();
    },
  });
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    if (!url.startsWith(PROJECT)) {
      asked.push(`${init.method} ${url} ${init.redirect}`);
      return answer(url, init);
    }
    const body = JSON.parse(String(init.body));
    if (url.endsWith("/outside_link_checked")) stored.push(body);
    const claimed = due;
    due = null;
    return Response.json(url.endsWith("/outside_link_claim") ? claimed : null);
  });
  const headers = { apikey };
  const request = new Request(`${PROJECT}/functions/v1/x`, { method: "POST", headers, body: "{}" });
  const { status } = await checkLinks.fetch(request);
  return { status, asked, stored };
}
afterEach(() => vi.unstubAllGlobals());

const result = (status: number | null, problem: string | null) => [
  { lease: "the lease", status, problem },
];

test("checks what is due on schedule, without a redirect by the runtime", async () => {
  expect(await checked("https://other.test/a", {}, "sb_publishable_a")).toMatchObject({
    status: 401,
    asked: [],
  });
  const { status, asked, stored } = await checked("http://other.test/a");
  expect([status, asked]).toEqual([200, ["HEAD http://other.test/a manual"]]);
  expect(stored).toEqual(result(200, null));
});

test.each([["127.0.0.1"], ["93.184.216.34", "10.0.0.1"]])(
  "never asks a name that resolves to %s, also not by a redirect",
  async (...addresses) => {
    const { asked, stored } = await checked("https://other.test/", {
      resolve: (name) => (name === "inward.test" ? addresses : ["93.184.216.34"]),
      answer: () => new Response(null, { status: 302, headers: { location: "//inward.test/" } }),
    });
    expect(asked).toEqual(["HEAD https://other.test/ manual"]);
    expect(stored).toEqual(result(null, "private"));
  },
);

test.each([
  ["tcp connect error: Connection refused (os error 111)", "refused"],
  ["invalid peer certificate: UnknownIssuer", "certificate"],
  ["connection reset by peer", "no_answer"],
])("reads Deno's words for a failed connection: %s", async (words, problem) => {
  const address = "https://other.test/peer-certificate";
  const message = `error sending request for url (${address}): client error (Connect): ${words}`;
  for (const error of [
    new TypeError(message),
    new TypeError("fetch failed", { cause: new Error(message) }),
  ]) {
    const { stored } = await checked(address, {
      answer() {
        throw error;
      },
    });
    expect(stored).toEqual(result(null, problem));
  }
});

test.each([
  [notFound, "unknown_host"],
  [() => new Error("request timed out"), "no_answer"],
])("tells a name that doesn't exist from a lookup that failed", async (failure, problem) => {
  const { asked, stored } = await checked("https://other.test/", {
    resolve() {
      throw failure();
    },
  });
  expect([asked, stored]).toEqual([[], result(null, problem)]);
});
