import { request } from "node:http";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, beforeEach, expect, inject, test } from "vitest";
import { people } from "#tests/support/people.ts";
import { type Site, startSite } from "#tests/support/site.ts";
import { type Supabase, startSupabase } from "#tests/support/stand-ins/supabase.ts";

let site: Site;
/** A second web process, which uses the first as its hosted Supabase. */
let hosted: Site;
let supabase: Supabase;
let dana: SupabaseClient;
let set: string;

beforeAll(async () => {
  const clusterUrl = inject("clusterUrl");
  site = await startSite(clusterUrl, { LOG_LEVEL: "debug" });
  supabase = await startSupabase(site);
  hosted = await startSite(clusterUrl, {
    DATABASE_URL: "",
    SUPABASE_URL: supabase.url,
    SUPABASE_PUBLISHABLE_KEY: await keyOf(site),
  });
  dana = await signIn(site);
});
afterAll(async () => {
  await hosted.stop();
  await supabase.close();
  await site.stop();
});
beforeEach(async () => {
  await site.sql`delete from change_sets`;
  set = (await dana.rpc("set_create", { name: "Black Friday" }).throwOnError()).data.id;
});

async function keyOf({ url }: Site) {
  const login = await (await fetch(`${url}/admin/login`)).text();
  return /sb_publishable_[\w-]+/.exec(login)?.[0] ?? "";
}

async function signIn(at: Site): Promise<SupabaseClient> {
  const client = createClient(at.url, await keyOf(at), { auth: { persistSession: false } });
  await client.auth.signInWithPassword(people.admin);
  return client;
}

const makeLink = async (comments = true): Promise<string> =>
  (await dana.rpc("preview_link_create", { of_set: set, comments }).throwOnError()).data.token;
const stored = () => site.sql`
  select outside_name, page, message from private.set_comments order by created_at`;

const TYPED = { name: "Mia", message: "Why?" };

interface Posted {
  at?: Site;
  headers?: Record<string, string>;
  body?: BodyInit;
}

const post = (
  path: string,
  { at = site, headers = {}, body = new URLSearchParams(TYPED) }: Posted = {},
) => fetch(`${at.url}${path}`, { method: "POST", redirect: "manual", headers, body });

test.each([
  ["its own database", () => site],
  ["a Supabase elsewhere", () => hosted],
])("stores a comment once, with %s", async (_, at) => {
  const token = await makeLink();
  for (let sent = 0; sent < 2; sent += 1) {
    const answer = await post(`/preview/${token}/pricing`, { at: at() });
    expect([answer.status, answer.headers.get("location")]).toEqual([
      303,
      `/preview/${token}/pricing?commented`,
    ]);
  }
  expect(await stored()).toEqual([{ outside_name: "Mia", page: "/pricing", message: "Why?" }]);
  const long = new URLSearchParams({ name: "<b>Mia</b>", message: "x".repeat(2001) });
  const refused = await post(`/preview/${token}`, { at: at(), body: long });
  expect(refused.status).toBe(400);
  const html = await refused.text();
  expect(html).toContain("Not sent: Please enter a comment of at most 2,000 characters.");
  expect(html).toContain('value="&lt;b&gt;Mia&lt;/b&gt;"');
  expect(html).toContain(`\n${"x".repeat(2001)}</textarea>`);
  expect(html).not.toMatch(/<script(?! type="application\/ld\+json")/);
});

test("takes comments only by a link that allows them", async () => {
  const token = await makeLink(false);
  expect((await post(`/preview/${token}`)).status).toBe(403);
  expect((await post("/preview/unknown")).status).toBe(404);
  expect((await post(`/preview/${"x".repeat(43)}/pricing`)).status).toBe(404);
  const page = await fetch(`${site.url}/preview/${token}`);
  expect(page.headers.get("content-security-policy")).toContain("form-action 'none'");
  expect(await page.text()).not.toContain("Send comment");
  await site.sql`update preview_links set revoked_at = now()`;
  expect((await post(`/preview/${token}`)).status).toBe(410);
  expect(await stored()).toEqual([]);
});

test("refuses other sites, other bodies and other methods", async () => {
  const path = `/preview/${await makeLink()}/pricing`;
  const others: Record<string, string>[] = [
    { origin: "https://elsewhere.example" },
    { origin: "null" },
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site", origin: site.url },
  ];
  for (const headers of others)
    expect((await post(path, { headers })).status, JSON.stringify(headers)).toBe(403);
  expect((await post(path, { body: JSON.stringify(TYPED) })).status).toBe(415);
  const form = new FormData();
  for (const [name, value] of Object.entries(TYPED)) form.set(name, value);
  expect((await post(path, { body: form })).status).toBe(415);
  for (const method of ["PUT", "PATCH", "DELETE"]) {
    const answer = await fetch(site.url + path, { method });
    expect([answer.status, answer.headers.get("allow")]).toEqual([405, "GET, HEAD, POST, OPTIONS"]);
  }
  expect(await stored()).toEqual([]);
  const headers = { origin: site.url, "sec-fetch-site": "same-origin" };
  expect((await post(path, { headers })).status).toBe(303);
});

/** Announces a body of this length, and sends its beginning. */
const announced = (path: string, bytes: number | undefined) =>
  new Promise<number | undefined>((resolve, reject) => {
    const headers = {
      "content-type": "application/x-www-form-urlencoded",
      ...(bytes === undefined ? { "transfer-encoding": "chunked" } : { "content-length": bytes }),
    };
    const call = request(site.url + path, { method: "POST", headers }, (answer) => {
      resolve(answer.statusCode);
      call.destroy();
    });
    call.on("error", reject);
    call.write("name=Mia&message=");
  });

test("reads at most 64 KB", async () => {
  const path = `/preview/${await makeLink()}`;
  expect(await announced(path, 60 * 1024 * 1024)).toBe(413);
  expect(await announced(path, 64 * 1024 + 1)).toBe(413);
  expect(await announced(path, undefined)).toBe(411);
  // What grows when it is written as JSON, too, is refused in words.
  const body = new URLSearchParams({ name: "Mia", message: "\u0001".repeat(20_000) });
  const answer = await post(path, { body });
  expect(answer.status).toBe(413);
  expect((await answer.text()).includes("Not sent: The request is larger than 64 KB.")).toBe(true);
  expect(await stored()).toEqual([]);
});

test("leads nowhere else, whatever the address says", async () => {
  const token = await makeLink();
  const odd = [
    `/preview/${token}/%0d%0aset-cookie:%20a=b`,
    `/preview/${token}%0d%0aset-cookie:%20a=b/pricing`,
    `/preview/${token}//else.example`,
    `/preview/${token}/%2f%2felse.example`,
    `/preview/${token}/../../admin`,
  ];
  for (const path of odd) {
    const answer = await post(path);
    expect(answer.status, path).toBeGreaterThanOrEqual(400);
    expect(answer.headers.get("set-cookie")).toBeNull();
  }
  const query = "a=%0d%0aset-cookie:%20b=c&commented=%3Cb%3E&b=%22%3E%3Cscript%3E";
  const answer = await post(`/preview/${token}/pricing?${query}`);
  expect(answer.headers.get("location")).toBe(
    `/preview/${token}/pricing?a=%0D%0Aset-cookie%3A+b%3Dc&b=%22%3E%3Cscript%3E&commented`,
  );
  const shown = await fetch(`${site.url}${answer.headers.get("location")}`);
  expect(await shown.text()).not.toMatch(/<script(?! type="application\/ld\+json")/);
});

test("limits one address, and neither others nor the team", async () => {
  const limited = await startSite(inject("clusterUrl"), { RATE_LIMITS: "on", TRUST_PROXY: "1" });
  try {
    const owner = await signIn(limited);
    const created = await owner.rpc("set_create", { name: "Black Friday" }).throwOnError();
    const of_set = created.data.id;
    const link = await owner.rpc("preview_link_create", { of_set, comments: true }).throwOnError();
    const path = `/preview/${link.data.token}`;
    const from = (address: string, name: string) =>
      post(path, {
        at: limited,
        headers: { "x-forwarded-for": address },
        body: new URLSearchParams({ ...TYPED, name }),
      });
    let answer = await from("203.0.113.7", " ");
    let refused = 0;
    for (; answer.status === 400 && refused < 100; refused += 1)
      answer = await from("203.0.113.7", " ");
    expect(refused).toBeGreaterThanOrEqual(30);
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([
      429,
      expect.stringMatching(/^\d+$/),
    ]);
    expect((await answer.text()).includes("Not sent: Too many comments at once.")).toBe(true);
    expect((await from("198.51.100.7", "Max")).status).toBe(303);
    await owner.rpc("set_comment", { of_set, message: "Mine" }).throwOnError();
  } finally {
    await limited.stop();
  }
});

test("logs no token, name or text", async () => {
  const token = await makeLink();
  const secret = { name: "Zebulon Quill", message: "Nobody may log this sentence" };
  for (const name of [secret.name, " ", secret.name.repeat(9)])
    await post(`/preview/${token}/pricing`, {
      body: new URLSearchParams({ ...secret, name }),
    });
  await post(`/preview/${token}/pricing`, { headers: { origin: "https://elsewhere.example" } });
  await expect.poll(() => site.printed()).toContain('"reason":"cross_site"');
  for (const word of [token, secret.name, secret.message])
    expect(site.printed()).not.toContain(word);
});
