import { request } from "node:http";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { sitePages } from "#tests/support/pages.ts";
import { type Site, startSite } from "#tests/support/site.ts";

let site: Site;
beforeAll(async () => {
  site = await startSite(inject("clusterUrl"));
});
afterAll(() => site.stop());

interface Sent {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

/** Sends the path unchanged, because fetch would normalize it. */
function send({ method = "GET", path, headers, body }: Sent) {
  const { hostname, port } = new URL(site.url);
  return new Promise<{ status: number; type: string; text: string }>((resolve, reject) => {
    const req = request(
      { hostname, port, method, path, headers, insecureHTTPParser: false },
      (res) => {
        const chunks: Buffer[] = [];
        res.on("data", (chunk) => chunks.push(chunk));
        res.on("error", reject);
        res.on("end", () =>
          resolve({
            status: res.statusCode ?? 0,
            type: String(res.headers["content-type"] ?? ""),
            text: Buffer.concat(chunks).toString(),
          }),
        );
      },
    );
    // The server may respond and close the connection before all of a large body is sent.
    req.on("error", (error: NodeJS.ErrnoException) =>
      error.code === "EPIPE" || error.code === "ECONNRESET"
        ? resolve({ status: 413, type: "text/plain", text: "" })
        : reject(error),
    );
    req.end(body);
  });
}

const FUNCTIONS = [
  ...["test-deployment", "send-contact-email", "admin-list-users", "admin-reset-password"],
].map((name) => `/functions/v1/${name}/`);

const MOUNTS = [
  ...sitePages.map(({ path }) => (path === "/" ? path : `${path}/`)),
  "/admin/",
  "/admin/login/",
  "/assets/",
  "/healthz/",
  "/readyz/",
  "/sitemap.xml/",
  "/auth/v1/",
  "/rest/v1/",
  "/rest/v1/rpc/",
  "/storage/v1/object/media/",
  "/storage/v1/object/public/media/",
  "/storage/v1/render/image/public/media/",
  "/functions/v1/",
  ...FUNCTIONS,
];

const PATH_TRICKS = [
  "../../../etc/passwd",
  "..%2f..%2f..%2fetc%2fpasswd",
  "%2e%2e/%2e%2e/package.json",
  "%2e%2e%2f%2e%2e%2fdata%2fsecrets.json",
  "..%5c..%5cpackage.json",
  "%00",
  "uploads/%00.png",
  "%",
  "%zz",
  "%c0%ae%c0%ae/",
  "%ff%fe",
  "....//....//etc/passwd",
  "a".repeat(6_000),
  "%F0%9F%93%A6%0d%0aset-cookie:x=1",
];

const tricks = MOUNTS.flatMap((mount) => PATH_TRICKS.map((trick) => ({ path: mount + trick })));
const json = { "content-type": "application/json" };

const bodies: Sent[] = [
  "/auth/v1/token?grant_type=password",
  "/auth/v1/signup",
  "/auth/v1/recover",
  "/rest/v1/contact_submissions",
  "/rest/v1/rpc/is_admin_user",
  "/functions/v1/send-contact-email",
  "/functions/v1/admin-reset-password",
].flatMap((path) =>
  ["{", "[1,2", "null", '"text"', '{"email":{"$gt":""}}', "\u0000", '{"a":'.repeat(5_000)].map(
    (body) => ({ method: "POST", path, headers: json, body }),
  ),
);

const methods: Sent[] = ["TRACE", "PROPFIND", "PURGE"].flatMap((method) =>
  MOUNTS.map((path) => ({ method, path })),
);

const large = Buffer.alloc(10 * 1024 * 1024, "a");
const tooLarge: Sent[] = [
  ...sitePages.map(({ path }) => path),
  "/admin/login",
  "/auth/v1/signup",
  "/auth/v1/token?grant_type=password",
  "/rest/v1/contact_submissions",
  "/rest/v1/rpc/is_admin_user",
  "/storage/v1/object/list/media",
  ...FUNCTIONS.map((path) => path.slice(0, -1)),
].map((path) => ({ method: "POST", path, headers: json, body: large }));

const pages: Sent[] = [
  { method: "POST", path: "/" },
  { method: "DELETE", path: "/pricing" },
  { method: "PUT", path: "/faqs", body: "x" },
  { method: "POST", path: "/contact", headers: { "transfer-encoding": "chunked" }, body: "a=1" },
  { path: "/wp-login.php" },
  { path: "/.env" },
  { path: "/.git/config" },
  { path: "/assets/none.js" },
  { path: "/_system" },
  { path: "/_studio" },
  { path: "/functions/v1/none" },
  { path: "/rest/v1/none" },
  { path: "/rest/v1/services?select=nope" },
  { path: "/rest/v1/services?display_order=eq.abc" },
];

const all = [...tricks, ...bodies, ...methods, ...tooLarge, ...pages];

test("at least 200 bad requests are sent", () => {
  expect(all.length).toBeGreaterThanOrEqual(200);
});

test.each(all)("$method $path is refused in words", async (sent) => {
  const { status, text } = await send(sent);
  expect(status, text.slice(0, 300)).toBeGreaterThanOrEqual(400);
  expect(status, text.slice(0, 300)).toBeLessThan(500);
  expect(text).not.toMatch(/^\s+at .+:\d+/m);
  expect(text).not.toMatch(/node_modules|\/server\/|SELECT |select \*/);
});

test("the server still answers, and nothing was stored", async () => {
  await expect.poll(async () => (await fetch(`${site.url}/readyz`)).status).toBe(200);
  const [row] = await site.sql`select count(*)::int as stored from contact_submissions`;
  expect(row?.stored).toBe(0);
  const errors = site
    .printed()
    .split("\n")
    .filter((line) => line.includes(`"level":"error"`));
  expect(errors).toEqual([]);
});
