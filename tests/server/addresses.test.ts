import { describe, expect, test } from "vitest";
import { now } from "#tests/support/clock.ts";
import { ask, form, site, withSite } from "./answers-steps.ts";

withSite();

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

test("ignores unknown query parameters, and caches no page for them", async () => {
  const plain = await ask({ path: "/pricing" });
  for (const query of ["?a=1", "?utm_source=x", "?whole", "?__proto__=1"]) {
    const answer = await ask({ path: `/pricing${query}` });
    expect([answer.status, answer.headers.etag]).toEqual([200, plain.headers.etag]);
  }
});

test("names a security contact that expires within months (RFC 9116)", async () => {
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
  const days = (Date.parse(all.get("Expires") ?? "") - now().getTime()) / 86_400_000;
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
    expect(refused.text).toContain("This form came from another site. Please fill it out here.");
    expect((await post("same-origin")).status, "ours, with fields missing").not.toBe(403);
  },
);
