import { request } from "node:http";
import { describe, expect, test } from "vitest";
import { type Asked, api, ask, form, LARGE, site, withSite } from "./answers-steps.ts";

withSite();

test("/readyz names each part", async () => {
  const readyz = async () => (await ask({ path: "/readyz" })).text.trim().split("\n");
  // Other parts may report real problems of the machine; so may these for a while when it is busy.
  const well = ["database", "migrations", "changes", "files"].map((name) => `${name}: ok`);
  await expect.poll(readyz).toEqual(expect.arrayContaining(well));
  const [head, ...parts] = await readyz();
  expect(head).toMatch(/^(not )?ready/);
  const names = parts.map((part) => part.split(": ", 1)[0]);
  const all = ["database", "migrations", "changes", "mail", "files", "disk", "backups"];
  expect(names).toEqual(all);
  const stranger = await ask({ path: "/readyz", headers: { "x-forwarded-for": "127.0.0.1" } });
  expect([stranger.status, stranger.text]).toEqual([200, "ok\n"]);
});

test("/metrics has its own port, and counts what came to the other", async () => {
  const url = /Metrics at (\S+)/.exec(site.printed())?.[1] ?? "";
  const metrics = async () => (await fetch(url)).text();
  const count = async (labels: string) => {
    const line = (await metrics()).split("\n").find((each) => each.includes(labels));
    return Number(line?.split("} ")[1] ?? 0);
  };
  // Whole: a page whose list is read late comes in parts, and isn't kept.
  await ask({ path: "/faqs?whole" });
  const metric = 'requests_total{route="/faqs",status="200",source="kept"}';
  const before = await count(metric);
  await ask({ path: "/faqs" });
  await ask({ path: "/faqs", method: "HEAD" });
  expect(await count(metric)).toBe(before + 2);
  await ask({ path: "/rest/v1/services", headers: api() });
  expect(
    await count('requests_total{route="/rest/v1/*",status="200",source="api"}'),
  ).toBeGreaterThan(0);
  const refused = await count('refused_total{reason="bad_address"}');
  await ask({ path: "/%ff" });
  expect(await count('refused_total{reason="bad_address"}')).toBe(refused + 1);
  for (const line of [
    ...["loading_dock_database_up 1", "loading_dock_files_up 1", "loading_dock_changes_heard 1"],
    ...["loading_dock_migrations_missing 0", 'loading_dock_pool_size{pool="server"} 5'],
  ])
    expect(await metrics()).toContain(line);
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

  test("logs refused addresses and reasons at info", async () => {
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

  test("has a line for each request, cached pages and files too, without the query", async () => {
    await ask({ path: "/pricing" });
    await ask({ path: "/pricing?secret=1" });
    await ask({ path: "/pricing", method: "HEAD" });
    await ask({ path: "/security-policy.txt?secret=1" });
    await ask({ path: "/healthz" });
    const requests = () =>
      lines()
        .filter(({ msg }) => msg === "request")
        .map(({ method, path, status, source, address }) => {
          // Only refused requests log the full address.
          expect(address).toBe("127.0.0.0/24");
          return [method, path, status, source];
        });
    for (const line of [
      ["GET", "/pricing", 200, "rendered"],
      ["GET", "/pricing", 200, "kept"],
      ["HEAD", "/pricing", 200, "kept"],
      ["GET", "/security-policy.txt", 200, "file"],
      ["GET", "/healthz", 200, "other"],
    ])
      await expect.poll(requests).toContainEqual(line);
    expect(site.printed()).not.toContain("secret");
  });

  test("has no error for a visitor who leaves, before or in the middle", async () => {
    const { hostname, port } = new URL(site.url);
    await site.sql`update faq_items set question = question`;
    await site.sql.begin(async (sql) => {
      // The questions can't load before the lock ends, so the visitor leaves before the page is complete.
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
      hostname,
      port,
      method: "POST",
      path: "/contact",
      headers: { ...form, "content-length": "100" },
    });
    half.on("error", () => {});
    half.write("name=A", () => half.destroy());
    await new Promise((resolve) => half.once("close", resolve));
    // Anything about earlier requests has been logged once this response is here.
    await ask({ path: "/no-such-page" });
    expect(lines().filter(({ level }) => level === "error")).toEqual([]);
  });
});
