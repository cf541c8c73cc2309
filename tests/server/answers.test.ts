import { readdir } from "node:fs/promises";
import { connect } from "node:net";
import { createClient } from "@supabase/supabase-js";
import { beforeAll, expect, test } from "vitest";
import { people } from "#tests/support/people.ts";
import { picture } from "#tests/support/samples/png.ts";
import {
  type Answer,
  type Asked,
  api,
  ask,
  form,
  key,
  LARGE,
  site,
  withSite,
} from "./answers-steps.ts";

withSite();

/** The path of every page and file of the built app. */
const { addresses }: { addresses: ReadonlySet<string> } = await import(
  new URL("../../build/server/index.js", import.meta.url).href
);

beforeAll(async () => {
  const client = createClient(site.url, key, { auth: { persistSession: false } });
  await client.auth.signInWithPassword(people.admin);
  const { buffer } = await picture("box.png");
  const { error } = await client.storage
    .from("media")
    .upload("uploads/box.png", new Uint8Array(buffer), { contentType: "image/png" });
  if (error) throw error;
});

/** Sends bytes that aren't HTTP. */
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

const json = { "content-type": "application/json" };
const MEDIA = "/storage/v1/object/public/media/uploads/box.png";

/** Requests, each with the expected status. */
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
  // Metrics have their own port.
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

test("sends cache policy and nosniff with every response", async () => {
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
