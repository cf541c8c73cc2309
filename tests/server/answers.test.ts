import { readdir } from "node:fs/promises";
import { request } from "node:http";
import { connect } from "node:net";
import { createClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { people } from "#tests/support/people.ts";
import { picture } from "#tests/support/samples/png.ts";
import { type Site, startSite } from "#tests/support/site.ts";

/** Every page and file of the built app. */
const { addresses }: { addresses: ReadonlySet<string> } = await import(
  new URL("../../build/server/index.js", import.meta.url).href
);

let site: Site;
let key: string;
beforeAll(async () => {
  site = await startSite(inject("clusterUrl"), { METRICS_PORT: "0" });
  const login = await (await fetch(`${site.url}/admin/login`)).text();
  key = /sb_publishable_[\w-]+/.exec(login)?.[0] ?? "";
  const client = createClient(site.url, key, { auth: { persistSession: false } });
  await client.auth.signInWithPassword(people.admin);
  const { buffer } = await picture("box.png");
  const { error } = await client.storage
    .from("media")
    .upload("uploads/box.png", new Uint8Array(buffer), { contentType: "image/png" });
  if (error) throw error;
});
afterAll(() => site.stop());

interface Asked {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: string;
}
interface Answer {
  status: number;
  headers: Record<string, string | undefined>;
  text: string;
}

/** Sends the path as it stands: fetch would tidy it up first. */
function ask({ method = "GET", path, headers, body }: Asked): Promise<Answer> {
  const { hostname, port } = new URL(site.url);
  return new Promise((resolve, reject) => {
    const req = request({ hostname, port, method, path, headers }, (res) => {
      let text = "";
      res.setEncoding("utf8");
      res.on("data", (chunk) => {
        text += chunk;
      });
      res.on("end", () =>
        resolve({ status: res.statusCode ?? 0, headers: res.headers as Answer["headers"], text }),
      );
    });
    req.on("error", reject);
    req.end(body);
  });
}

/** Sends bytes that are no HTTP. */
function askRaw(bytes: string): Promise<Answer> {
  const { hostname, port } = new URL(site.url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    let text = "";
    socket.setEncoding("utf8");
    socket.on("data", (chunk) => {
      text += chunk;
    });
    socket.on("error", reject);
    socket.on("close", () => {
      const [head = ""] = text.split("\r\n\r\n");
      const [first = "", ...lines] = head.split("\r\n");
      const headers = lines.map((line) => line.split(/:\s*/, 2) as [string, string]);
      resolve({
        status: Number(first.split(" ")[1]),
        headers: Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value])),
        text,
      });
    });
  });
}

const api = () => ({ apikey: key });
const json = { "content-type": "application/json" };
const form = { "content-type": "application/x-www-form-urlencoded" };
const LARGE = "a".repeat(300_000);
const MEDIA = "/storage/v1/object/public/media/uploads/box.png";

/** What is asked, and the status that comes. */
const asked: [Asked | (() => Asked), number][] = [
  ...[...addresses].flatMap((path): [Asked, number][] => [
    [{ path }, path === "/robots.txt" ? 200 : expect.any(Number)],
    [{ path, method: "HEAD" }, expect.any(Number)],
    [{ path: path === "/" ? "/index.html" : `${path}/` }, 308],
    [{ path, method: "OPTIONS" }, 204],
    [{ path, method: "PUT" }, 405],
    [{ path, method: "DELETE" }, 405],
    [{ path, method: "PROPFIND" }, 405],
  ]),
  [{ path: "/no-such-page" }, 404],
  [{ path: "/assets/none.js" }, 404],
  [{ path: "/%" }, 400],
  [{ path: `/${"a".repeat(3_000)}` }, 414],
  [{ path: "/", method: "POST", headers: { ...form, "content-length": "0" } }, expect.any(Number)],
  [
    {
      path: "/contact",
      method: "POST",
      headers: { ...form, "content-length": "6" },
      body: "name=A",
    },
    422,
  ],
  [
    {
      path: "/contact",
      method: "POST",
      headers: { ...form, "content-length": "6", origin: "https://evil.example" },
      body: "name=A",
    },
    403,
  ],
  [{ path: "/contact", method: "POST", headers: { "transfer-encoding": "chunked" } }, 411],
  [{ path: "/contact", method: "POST", headers: form, body: LARGE }, 413],
  [{ path: "/healthz" }, 200],
  [{ path: "/readyz" }, 200],
  // They have a port of their own.
  [{ path: "/metrics" }, 404],
  [() => ({ path: "/rest/v1/services", headers: api() }), 200],
  [() => ({ path: "/rest/v1/services", method: "HEAD", headers: api() }), 200],
  [() => ({ path: "/rest/v1/admins", headers: api() }), expect.any(Number)],
  [() => ({ path: "/rest/v1/none", headers: api() }), 404],
  [{ path: "/rest/v1/services", method: "OPTIONS" }, expect.any(Number)],
  [
    () => ({
      path: "/auth/v1/token?grant_type=password",
      method: "POST",
      headers: { ...api(), ...json },
      body: "{",
    }),
    400,
  ],
  [{ path: "/auth/v1/none" }, expect.any(Number)],
  [{ path: "/functions/v1/none" }, 404],
  [{ path: "/storage/v1/object/public/media/none.png" }, expect.any(Number)],
  [{ path: MEDIA }, 200],
  [{ path: MEDIA, method: "HEAD" }, 200],
  [{ path: MEDIA, headers: { range: "bytes=0-3" } }, 206],
  [{ path: MEDIA, headers: { range: "bytes=999999-" } }, 416],
  [{ path: MEDIA.replace("/object/", "/render/image/").concat("?width=160") }, 200],
];

function expectGuarded(what: string, { status, headers }: Answer) {
  expect(headers["x-content-type-options"], what).toBe("nosniff");
  expect(headers["cache-control"], what).toMatch(
    /^(no-store|public, max-age=\d+(, (immutable|must-revalidate|stale-while-revalidate=\d+))?)$/,
  );
  if (status !== 304) expect(headers["content-security-policy"], what).toContain("default-src");
}

test("every answer says how it may be kept, and that its type is not to be guessed", async () => {
  expect(addresses.size).toBeGreaterThan(15);
  for (const [one, status] of asked) {
    const wanted = typeof one === "function" ? one() : one;
    const answer = await ask(wanted);
    const what = `${wanted.method ?? "GET"} ${wanted.path.slice(0, 80)} ${answer.status}`;
    expect(answer.status, what).toEqual(status);
    expect(answer.status, what).toBeLessThan(500);
    expectGuarded(what, answer);
    const etag = answer.headers.etag;
    if (answer.status !== 200 || !etag) continue;
    const again = await ask({ ...wanted, headers: { ...wanted.headers, "if-none-match": etag } });
    expect(again.status, what).toBe(304);
    expectGuarded(`${what}, asked again`, again);
  }
});

test("so does every built file", async () => {
  const names = await readdir("build/client", { recursive: true, withFileTypes: true });
  const files = names.filter((entry) => entry.isFile() && !/\.br$|^\./.test(entry.name));
  expect(files.length).toBeGreaterThan(20);
  for (const { parentPath, name } of files) {
    const path = `${parentPath.replace(/^build\/client/, "")}/${name}`;
    if (path.startsWith("/.")) continue;
    const answer = await ask({ path });
    expect(answer.status, path).toBe(200);
    expectGuarded(path, answer);
  }
});

test.each([
  ["no HTTP at all", "hello\r\n\r\n", 400],
  ["a header without a colon", "GET / HTTP/1.1\r\nBad Header\r\n\r\n", 400],
  ["too many headers", `GET / HTTP/1.1\r\nHost: a\r\nX: ${"a".repeat(40_000)}\r\n\r\n`, 431],
])("so does the answer to %s", async (what, bytes, status) => {
  const answer = await askRaw(bytes);
  expect(answer.status).toBe(status);
  expectGuarded(what, answer);
});

describe("one page has one address", () => {
  test.each([
    ["/SERVICES", "/services"],
    ["/services/", "/services"],
    ["/services//", "/services"],
    ["//services", "/services"],
    ["/%73ervices", "/services"],
    ["/%53ERVICES%2F", "/services"],
    ["/services/index.html", "/services"],
    ["/index.php", "/"],
    ["/index", "/"],
    ["//", "/"],
    ["/Admin/Login/", "/admin/login"],
    ["/ROBOTS.TXT", "/robots.txt"],
    ["/services/?utm_source=a&b=%2F%2Fevil.example", "/services?utm_source=a&b=%2F%2Fevil.example"],
  ])("%s leads to %s", async (path, location) => {
    const answer = await ask({ path });
    expect([answer.status, answer.headers.location]).toEqual([308, location]);
  });

  test("a posted form follows, with its words", async () => {
    const body = "name=A";
    const headers = { ...form, "content-length": String(body.length) };
    const answer = await ask({ path: "/Contact/", method: "POST", headers, body });
    expect([answer.status, answer.headers.location]).toEqual([308, "/contact"]);
  });

  test.each([
    "//evil.example",
    "//evil.example/services",
    "/%2F%2Fevil.example/services",
    "/\\evil.example/services",
    "/services/%0d%0alocation:%20https:%2F%2Fevil.example",
    "/https:/evil.example",
    "/services%00",
    "/./services",
  ])("%s leads nowhere", async (path) => {
    const answer = await ask({ path });
    expect([400, 404]).toContain(answer.status);
    expect(answer.headers.location).toBeUndefined();
  });
});

test("a question that a page does not know changes nothing on it, and is not made a page", async () => {
  const plain = await ask({ path: "/pricing" });
  for (const query of ["?a=1", "?utm_source=x", "?whole", "?__proto__=1"]) {
    const answer = await ask({ path: `/pricing${query}` });
    expect([answer.status, answer.headers.etag]).toEqual([200, plain.headers.etag]);
  }
});

test("security.txt says whom to tell of a weakness, for months and no longer (RFC 9116)", async () => {
  const read = async () => {
    const { text, headers } = await ask({ path: "/.well-known/security.txt" });
    expect(headers["content-type"]).toBe("text/plain; charset=utf-8");
    const fields = text
      .trim()
      .split("\n")
      .map((line) => line.split(/: (.*)/) as [string, string]);
    return { contacts: fields.filter(([name]) => name === "Contact"), all: new Map(fields) };
  };
  await site.sql`update site_settings set setting_value = 'security@evergreen.example'
    where setting_key = 'contact_email'`;
  await expect
    .poll(async () => (await read()).contacts)
    .toEqual([
      ["Contact", "mailto:security@evergreen.example", ""],
      ["Contact", `${site.url}/contact`, ""],
    ]);
  const { all } = await read();
  const days = (Date.parse(all.get("Expires") ?? "") - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(30);
  expect(days).toBeLessThan(365);
  expect(all.get("Preferred-Languages")).toBe("en");
  expect(all.get("Canonical")).toBe(`${site.url}/.well-known/security.txt`);
  const policy = await ask({ path: new URL(all.get("Policy") ?? "").pathname });
  expect([policy.status, policy.text]).toEqual([200, expect.stringContaining("How to report")]);
});

test.each(["cross-site", "same-site"])(
  "a form that a browser marks as %s is refused though it hides its origin",
  async (marked) => {
    const [body, headers] = ["name=Ada", { ...form, "content-length": "8" }];
    const post = (site: string) =>
      ask({
        path: "/contact",
        method: "POST",
        headers: { ...headers, "sec-fetch-site": site },
        body,
      });
    const refused = await post(marked);
    expect(refused.status).toBe(403);
    expect(refused.text).toContain("This form came from another site. Please fill it in here.");
    expect((await post("same-origin")).status, "ours, with fields missing").not.toBe(403);
  },
);

test("/readyz names each part", async () => {
  const [head, ...parts] = (await ask({ path: "/readyz" })).text.trim().split("\n");
  expect(head).toMatch(/^ready/);
  const names = parts.map((part) => part.split(": ", 1)[0]);
  const all = ["database", "migrations", "changes", "mail", "files", "disk", "backups"];
  expect(names).toEqual(all);
  // Of the others the machine may truly have something to say.
  for (const well of ["database", "migrations", "changes", "files"])
    expect(parts).toContain(`${well}: ok`);
});

test("/metrics has a port of its own, and counts what came to the other", async () => {
  const url = /Metrics at (\S+)/.exec(site.printed())?.[1] ?? "";
  const metrics = async () => (await fetch(url)).text();
  const count = async (labels: string) => {
    const line = (await metrics()).split("\n").find((each) => each.includes(labels));
    return Number(line?.split("} ")[1] ?? 0);
  };
  await ask({ path: "/faqs" });
  const kept = 'requests_total{route="/faqs",status="200",source="kept"}';
  const before = await count(kept);
  await ask({ path: "/faqs" });
  await ask({ path: "/faqs", method: "HEAD" });
  expect(await count(kept)).toBe(before + 2);
  await ask({ path: "/rest/v1/services", headers: api() });
  expect(
    await count('requests_total{route="/rest/v1/*",status="200",source="api"}'),
  ).toBeGreaterThan(0);
  const refused = await count('refused_total{reason="bad_address"}');
  await ask({ path: "/%ff" });
  expect(await count('refused_total{reason="bad_address"}')).toBe(refused + 1);
  for (const told of [
    ...["loading_dock_database_up 1", "loading_dock_files_up 1", "loading_dock_changes_heard 1"],
    ...["loading_dock_migrations_missing 0", 'loading_dock_pool_size{pool="server"} 5'],
  ])
    expect(await metrics()).toContain(told);
  expect(await count('statement_duration_seconds_count{pool="api"}')).toBeGreaterThan(0);
  expect(await count('render_duration_seconds_count{outcome="made"}')).toBeGreaterThan(0);
});

describe("the log", () => {
  const lines = () =>
    site
      .printed()
      .split("\n")
      .filter((line) => line.startsWith("{"))
      .map((line) => JSON.parse(line));

  test("names who was refused, and why, at info", async () => {
    for (const [one, reason] of [
      [{ path: "/%ff" }, "bad_address"],
      [{ path: "/services", method: "DELETE" }, "bad_method"],
      [{ path: "/contact", method: "POST", headers: form, body: LARGE }, "too_large"],
      [
        {
          path: "/contact",
          method: "POST",
          headers: { ...form, "content-length": "0", origin: "null" },
        },
        "cross_site",
      ],
    ] satisfies [Asked, string][]) {
      await ask(one);
      await expect.poll(lines).toContainEqual({
        level: "info",
        time: expect.any(String),
        address: "127.0.0.1",
        reason,
        path: expect.any(String),
        requestId: expect.stringMatching(/^[\da-f-]{36}$/),
        msg: "refused",
      });
    }
  });

  test("has a line for each request, kept pages and files too, without what was asked in the query", async () => {
    await ask({ path: "/pricing" });
    await ask({ path: "/pricing?secret=1" });
    await ask({ path: "/pricing", method: "HEAD" });
    await ask({ path: "/favicon.ico?secret=1" });
    await ask({ path: "/healthz" });
    const requests = () =>
      lines()
        .filter(({ msg }) => msg === "request")
        .map(({ method, path, status, source }) => [method, path, status, source]);
    for (const line of [
      ["GET", "/pricing", 200, "rendered"],
      ["GET", "/pricing", 200, "kept"],
      ["HEAD", "/pricing", 200, "kept"],
      ["GET", "/favicon.ico", 200, "file"],
      ["GET", "/healthz", 200, "other"],
    ])
      await expect.poll(requests).toContainEqual(line);
    expect(site.printed()).not.toContain("secret");
  });

  test("has no error for a visitor who leaves, before or in the middle", async () => {
    const { hostname, port } = new URL(site.url);
    await site.sql`update faq_items set question = question`;
    await site.sql.begin(async (sql) => {
      // The questions come no sooner than this ends, so the visitor leaves before the page is whole.
      await sql`lock table faq_items in access exclusive mode`;
      const left = new Promise((resolve) => {
        const req = request({ hostname, port, path: "/faqs" });
        req.on("error", resolve);
        req.on("response", (res) => res.once("data", () => req.destroy()).on("close", resolve));
        req.end();
      });
      await left;
    });
    const half = request({
      ...{ hostname, port, method: "POST", path: "/contact" },
      headers: { ...form, "content-length": "100" },
    });
    half.on("error", () => {});
    half.write("name=A", () => half.destroy());
    await new Promise((resolve) => half.once("close", resolve));
    // Whatever the server had to say of them, it has said when it has answered this one.
    await ask({ path: "/no-such-page" });
    expect(lines().filter(({ level }) => level === "error")).toEqual([]);
  });
});
