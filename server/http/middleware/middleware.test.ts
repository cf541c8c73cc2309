import { Hono, type MiddlewareHandler } from "hono";
import { expect, test, vi } from "vitest";
import type { AppEnv } from "#server/http/app-env.ts";
import { INERT_HEADERS } from "#server/runtime/security-headers.ts";
import { canonicalRedirect } from "./canonical-redirect.ts";
import { asSeenByBrowser, csrf } from "./csrf.ts";
import { limitBody } from "./limit-body.ts";
import { limitRenders } from "./limit-renders.ts";
import { requestInfo } from "./request-info.ts";
import { securityHeaders } from "./security-headers.ts";
import { ALLOWED, refuseBadRequests } from "./validate-request.ts";

interface Asked extends RequestInit {
  /** the path exactly as received */
  wire?: string;
  remoteAddress?: string | undefined;
}

/** An app with only these handlers, which responds with the variables they set. */
function behind(...handlers: MiddlewareHandler<AppEnv>[]) {
  const app = new Hono<AppEnv>();
  for (const handler of handlers) app.use(handler);
  app.all("*", (c) => c.json(c.var));
  return (path: string, { wire = path, remoteAddress, ...init }: Asked = {}) =>
    app.request(`http://site.test${path}`, init, {
      incoming: {
        url: wire,
        socket: { remoteAddress },
        headers: Object.fromEntries(new Headers(init.headers)),
        rawHeaders: [...new Headers(init.headers)].flat(),
      },
    });
}

/** Status and text, without the trailing line break. */
const said = async (answer: Response | Promise<Response>) => {
  const { status } = await answer;
  return [status, (await (await answer).text()).trim()];
};

test.each([
  [0, "7.7.7.7", "1.1.1.1, 2.2.2.2", "7.7.7.7"],
  [1, "7.7.7.7", "1.1.1.1, 2.2.2.2", "2.2.2.2"],
  [2, "7.7.7.7", "1.1.1.1 ,,2.2.2.2", "1.1.1.1"],
  [9, "7.7.7.7", "1.1.1.1, 2.2.2.2", "1.1.1.1"],
  [1, "7.7.7.7", undefined, "7.7.7.7"],
  [0, undefined, undefined, "unknown"],
])("behind %i proxies, from %s with %s: the address is %s", async (hops, socket, header, known) => {
  const answer = await behind(requestInfo(hops))("/", {
    remoteAddress: socket,
    headers: header === undefined ? {} : { "x-forwarded-for": header },
  });
  const { clientAddress, requestId } = (await answer.json()) as AppEnv["Variables"];
  expect(clientAddress).toBe(known);
  expect(requestId).toMatch(/^[0-9a-f-]{36}$/);
});

/** The header each proxy sends for a visitor, as described in docs/deploy.md. */
test.each([
  ["nginx, Caddy, HAProxy, Cloudflare, an Application Load Balancer", "203.0.113.9", "203.0.113.9"],
  ["the same over IPv6", "2001:DB8:0:1::0009", "2001:db8:0:1::9"],
  ["Azure Application Gateway", "203.0.113.9:51234", "203.0.113.9"],
  ["a load balancer that preserves the client's port", "[2001:db8::9]:51234", "2001:db8::9"],
  ["the same without brackets", "2001:db8:1:2:3:4:5:9:51234", "2001:db8:1:2:3:4:5:9"],
  ["brackets without a port", "[2001:db8::9]", "2001:db8::9"],
  ["a proxy that listens on both", "::ffff:203.0.113.9", "203.0.113.9"],
  ["the same in hexadecimal", "::ffff:cb00:7109", "203.0.113.9"],
  ["the same with a port", "[::ffff:203.0.113.9]:51234", "203.0.113.9"],
  ["a link of this network", "fe80::9%eth0", "fe80::9"],
])("%s: %s is %s", async (_, header, known) => {
  const answer = await behind(requestInfo(1))("/", {
    remoteAddress: "10.0.0.1",
    headers: { "x-forwarded-for": `1.1.1.1, ${header}` },
  });
  expect(await answer.json()).toMatchObject({ clientAddress: known });
});

test.each([
  ...[
    "unknown",
    "_hidden",
    "localhost",
    "203.0.113",
    "0203.0.113.9",
    "203.0.113.9:https",
    "3405803785",
  ],
  ...["203.0.113.9/24", "[203.0.113.9", "2001:db8::9::1", "[]:443", `[${"1".repeat(9_000)}]`],
])("uses the proxy's own address for %s", async (header) => {
  const answer = await behind(requestInfo(1))("/", {
    remoteAddress: "::ffff:10.0.0.1",
    headers: { "x-forwarded-for": header },
  });
  expect(await answer.json()).toMatchObject({ clientAddress: "10.0.0.1" });
});

test("requires exactly one host in a request", async () => {
  const app = new Hono<AppEnv>().use(refuseBadRequests).all("*", (c) => c.text("ok"));
  const ask = (...rawHeaders: string[]) =>
    app.request("/", {}, { incoming: { url: "/", socket: {}, headers: {}, rawHeaders } });
  expect(await said(ask("Host", "site.test", "hosts", "a"))).toEqual([200, "ok"]);
  for (const second of ["Host", "host", "HOST"])
    expect(await said(ask("Host", "site.test", "Accept", "*/*", second, "other.test"))).toEqual([
      400,
      "Send exactly one Host header.",
    ]);
});

test("refuses unknown methods, and lists the allowed ones", async () => {
  const ask = behind(refuseBadRequests);
  const answer = await ask("/", { method: "PROPFIND" });
  expect(answer.headers.get("allow")).toBe(ALLOWED.allow);
  expect(await said(answer)).toEqual([405, "This method isn't supported here."]);
  for (const method of ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"])
    expect((await ask("/", { method })).status).toBe(200);
});

test.each([
  "/a%",
  "/%2e%2e/secret",
  "/a/..",
  "/./a",
  "/a/.",
  "//elsewhere.test",
  "/a%00",
  "/a%5cb",
  "/a%0ab",
  "..",
])("rejects %s as an address", async (wire) => {
  expect(await said(behind(refuseBadRequests)("/", { wire }))).toEqual([
    400,
    "This address isn't valid.",
  ]);
});

test.each(["/a.b", "/.well-known/x", "/a/..b", "/a//b", "/a?to=//x/../y\\", "/a...", "/caf%C3%A9"])(
  "%s is one",
  async (wire) => {
    expect((await behind(refuseBadRequests)("/", { wire })).status).toBe(200);
  },
);

test("limits a path to 2,048 characters, not counting its query", async () => {
  const ask = behind(refuseBadRequests);
  const longest = `/${"a".repeat(2047)}`;
  expect((await ask("/", { wire: `${longest}?${"q".repeat(99)}` })).status).toBe(200);
  expect(await said(ask("/", { wire: `${longest}a` }))).toEqual([414, "This address is too long."]);
});

test("requires a form's length, and limits it", async () => {
  const ask = behind(limitBody(10));
  const post = (headers: Record<string, string>, method = "POST") => ask("/", { method, headers });
  expect(await said(post({}))).toEqual([
    411,
    "Something went wrong while sending the form. Please try again.",
  ]);
  expect((await post({ "content-length": "10" })).status).toBe(200);
  expect(await said(post({ "content-length": "11" }))).toEqual([
    413,
    "Your message is too long. Please shorten it.",
  ]);
  expect((await post({}, "GET")).status).toBe(200);
  expect((await post({ "content-length": "11" }, "GET")).status).toBe(413);
});

test("refuses forms posted by another site, and nothing else", async () => {
  const ask = behind(csrf);
  const from = (origin?: string, method = "POST") =>
    ask("/", { method, headers: origin === undefined ? {} : { origin } });
  for (const origin of ["http://other.test", "null", "http://site.test:8080"])
    expect(await said(from(origin))).toEqual([
      403,
      "This form came from another site. Please fill it out here.",
    ]);
  for (const origin of [undefined, "http://site.test", "https://site.test"])
    expect((await from(origin)).status).toBe(200);
  expect((await from("http://other.test", "GET")).status).toBe(200);
});

test("uses the origin's scheme for forms behind a TLS proxy", () => {
  const posted = (origin?: string) =>
    new Request("http://site.test/contact", {
      method: "POST",
      headers: origin === undefined ? {} : { origin },
    });
  expect(asSeenByBrowser(posted("https://site.test")).url).toBe("https://site.test/contact");
  expect(asSeenByBrowser(posted("https://site.test")).method).toBe("POST");
  for (const origin of [undefined, "null", "http://site.test", "https://other.test"]) {
    const request = posted(origin);
    expect(asSeenByBrowser(request)).toBe(request);
  }
});

const addresses = new Set(["/", "/services", "/robots.txt"]);

test.each([
  ["/Services", "/services"],
  ["/services/", "/services"],
  ["//services//?a=1&b=2", "/services?a=1&b=2"],
  ["/%73ervices", "/services"],
  ["/services/index", "/services"],
  ["/services/index.html", "/services"],
  ["/index.htm", "/"],
  ["/index.php", "/"],
  ["/ROBOTS.TXT", "/robots.txt"],
])("redirects %s to %s, cached for a day", async (wire, location) => {
  const answer = await behind(canonicalRedirect(async () => ({ addresses })))("/", { wire });
  expect(answer.headers.get("location")).toBe(location);
  expect(answer.headers.get("cache-control")).toBe("public, max-age=86400");
  expect(await said(answer)).toEqual([308, "This page has another address."]);
});

test.each(["/services", "/", "/none", "/None/", "/%", "/services/index.asp", "/services?Q=1"])(
  "does not redirect %s",
  async (wire) => {
    const ask = behind(canonicalRedirect(async () => ({ addresses })));
    expect((await ask("/", { wire })).status).toBe(200);
  },
);

test("redirects only page requests", async () => {
  const ask = behind(canonicalRedirect(async () => ({ addresses })));
  const status = async (method: string) => (await ask("/", { wire: "/Services", method })).status;
  for (const method of ["GET", "HEAD", "POST"]) expect(await status(method)).toBe(308);
  for (const method of ["PUT", "OPTIONS"]) expect(await status(method)).toBe(200);
});

test("adds missing headers to a response", async () => {
  const app = new Hono<AppEnv>()
    .use(securityHeaders)
    .get("/plain", (c) => c.text("x"))
    .get("/own", (c) => c.text("x", 200, { "cache-control": "public" }))
    .get("/sent", (c) => c.text("x", 200, { "x-hono-already-sent": "1" }));
  const headers = async (path: string) => (await app.request(path)).headers;
  expect(Object.fromEntries(await headers("/plain"))).toMatchObject(INERT_HEADERS);
  const own = await headers("/own");
  expect([own.get("cache-control"), own.get("x-frame-options")]).toEqual(["public", "DENY"]);
  expect((await headers("/sent")).has("x-frame-options")).toBe(false);
});

test("limits uncached pages per address, but not cached ones", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const load = async () => ({ addresses, queries: new Map([["/services", ["q"]]]) });
  const ask = behind(requestInfo(0), limitRenders(load, true));
  const from = (path: string, remoteAddress = "7.7.7.7", method = "GET") =>
    ask(path, { remoteAddress, method });
  for (let n = 0; n < 300; n += 1) expect((await from("/none")).status).toBe(200);
  const refused = await from("/none");
  expect(refused.headers.get("retry-after")).toBe("1");
  expect(await said(refused)).toEqual([
    429,
    "Too many requests. Please wait a second and try again.",
  ]);
  for (const path of ["/services?q=1", "/services/x"]) expect((await from(path)).status).toBe(429);
  expect((await from("/services", "7.7.7.7", "POST")).status).toBe(429);
  for (const path of ["/services", "/services?x=1", "/"])
    for (const method of ["GET", "HEAD"])
      expect((await from(path, "7.7.7.7", method)).status).toBe(200);
  expect((await from("/none", "8.8.8.8")).status).toBe(200);
  const unbounded = behind(requestInfo(0), limitRenders(load, false));
  for (let n = 0; n < 301; n += 1) expect((await unbounded("/none")).status).toBe(200);
  vi.useRealTimers();
});
