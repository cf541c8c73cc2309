import { describe, expect, test } from "vitest";
import { allowSlowStatements, secretsOfSite } from "#tests/support/backend.ts";
import { people } from "#tests/support/people.ts";
import { stopClock } from "#tests/support/stop-clock.ts";
import { message, type Plain, post, send, t, withSite } from "./gateway-steps.ts";
import { spellingsOf } from "./spellings.ts";

// Each of hundreds of requests is compared, however long a slow machine takes for one.
allowSlowStatements();
withSite();

/** Rate-limited requests, which an attacker would like to send without being counted. */
const counted: Plain[] = [
  post("/rest/v1/contact_submissions", message, 10),
  post("/functions/v1/send-contact-email", { formData: message }, 10),
  post("/functions/v1/test-deployment", { message: "Are you there?" }, 60),
  { method: "GET", target: "/rest/v1/services?select=title", burst: 600 },
];

describe("counts every spelling of a request towards the same limit", () => {
  test.each(counted)("$method $target", async (plain) => {
    // No tokens refill during the test, however slow the machine is.
    stopClock();
    const from = `203.0.113.${counted.indexOf(plain) + 1}`;
    const first = await send(plain, from);
    expect(first.ok).toBe(true);
    for (let i = 1; i < plain.burst; i += 1) await send(plain, from);
    expect((await send(plain, from)).status).toBe(429);

    const spellings = spellingsOf(plain.target, plain.body);
    expect(spellings.length).toBeGreaterThanOrEqual(20);
    const answered: string[] = [];
    for (const spelling of spellings) {
      const response = await send({ ...plain, ...spelling }, from, spelling.headers);
      if (response.status < 400 || response.status >= 500)
        answered.push(`${spelling.name}: ${spelling.target} -> ${response.status}`);
    }
    expect(answered).toEqual([]);
  });
});

describe("refuses unusual spellings of a request", () => {
  test.each(counted)("$method $target", async (plain) => {
    const expected = await (await send(plain, "198.51.100.1")).text();
    const other: string[] = [];
    for (const [index, spelling] of spellingsOf(plain.target, plain.body).entries()) {
      const from = `198.51.101.${index}`;
      const response = await send({ ...plain, ...spelling }, from, spelling.headers);
      const same = response.ok && (await response.text()) === expected;
      if (!same && !(response.status >= 400 && response.status < 500))
        other.push(`${spelling.name}: ${response.status}`);
    }
    expect(other).toEqual([]);
  });
});

describe("other hardening", () => {
  test.each([
    ["GET", "/rest/v1/services?select=*,%22"],
    ["GET", "/rest/v1/services?select=title%22"],
    ["GET", "/rest/v1/services?title=eq.%ed%a0%80"],
    ["DELETE", "/rest/v1/faq_items"],
    ["PATCH", "/rest/v1/faq_items"],
  ])("refuses %s %s with a message", async (method, target) => {
    const body = method === "PATCH" ? JSON.stringify({ answer: "x" }) : undefined;
    const response = await send({ method, target, body, burst: 0 }, "192.0.2.2");
    expect(response.status).toBe(400);
    expect((await response.json()).message).toMatch(/^[A-Z].+\.$|does not exist$/);
  });

  test("every service that stores names refuses half a character", async () => {
    const half = String.raw`{"name":"\ud800","email":"a@example.com","monthly_volume":"0-50","platforms":["Etsy"]}`;
    const response = await send(
      { method: "POST", target: "/rest/v1/contact_submissions", body: half, burst: 0 },
      "192.0.2.3",
    );
    expect(await response.json()).toMatchObject({
      code: "bad_character",
      message: "The text has a character that can't be stored.",
    });
    expect(response.status).toBe(400);
  });

  test.each([
    "/rest/v1/services",
    "/auth/v1/token",
    "/functions/v1/test-deployment",
    "/rest/v1/nonsense",
  ])("OPTIONS and GET of %s have the common headers", async (target) => {
    const options = await send({ method: "OPTIONS", target, burst: 0 }, "192.0.2.4");
    expect(options.status).toBe(204);
    for (const { headers } of [
      options,
      await send({ method: "GET", target, burst: 0 }, "192.0.2.4"),
    ]) {
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("cache-control")).toBe("no-store");
      expect(headers.get("content-security-policy")).toContain("default-src 'none'");
    }
  });

  test.each(["cross-site", "same-site"])(
    "lets a %s request read, and not write; functions take any site",
    async (site) => {
      const headers = { "sec-fetch-site": site };
      for (const plain of [
        post("/rest/v1/contact_submissions", message, 0),
        post("/auth/v1/token?grant_type=password", people.admin, 0),
        { method: "DELETE", target: "/rest/v1/services?title=eq.x", burst: 0 },
        { method: "POST", target: "/storage/v1/object/media/uploads/x.png", burst: 0 },
      ]) {
        const response = await send(plain, "192.0.2.6", headers);
        expect(response.status, plain.target).toBe(403);
        expect(await response.text()).toContain("Requests from other sites aren't allowed.");
      }
      for (const plain of [
        { method: "GET", target: "/rest/v1/services?select=title", burst: 0 },
        post("/functions/v1/test-deployment", { message: "Are you there?" }, 0),
      ])
        expect((await send(plain, "192.0.2.6", headers)).status, plain.target).toBe(200);
      const own = await send(post("/rest/v1/contact_submissions", message, 0), "192.0.2.6", {
        "sec-fetch-site": "same-origin",
      });
      expect(own.status).toBe(201);
    },
  );

  test("the secret key gives no access from outside", async () => {
    const { secretKey } = await secretsOfSite(t);
    for (const headers of [{ apikey: secretKey }, { authorization: `Bearer ${secretKey}` }]) {
      const asked = { method: "GET", target: "/rest/v1/contact_submissions?select=id", burst: 0 };
      const response = await send(asked, "192.0.2.5", headers);
      expect(response.ok && (await response.json()).length > 0).toBe(false);
    }
  });
});

test("requests run as a login without superuser rights or ownership, limited to three roles", async () => {
  await t.visitor().from("services").select("id");
  await t.visitor().auth.signInWithPassword(people.stranger);
  const logins = await t.sql`
    select distinct a.usename as name from pg_stat_activity a
    where a.datname = current_database() and a.pid <> pg_backend_pid() and a.usename <> current_user`;
  const names = logins.map(({ name }) => name);
  expect(names.map((name) => name.replace(/^.*_/, "")).toSorted()).toEqual(["api", "server"]);
  const roles = await t.sql`
    select r.rolname, r.rolsuper, r.rolcreaterole, r.rolcreatedb, r.rolbypassrls, r.rolinherit,
      (select count(*) from pg_class c where c.relowner = r.oid)::int as owns,
      array(select m.roleid::regrole::text from pg_auth_members m where m.member = r.oid order by 1) as becomes
    from pg_roles r where r.rolname = any (${names})`;
  expect(roles).toHaveLength(2);
  for (const role of roles)
    expect(role).toMatchObject({
      rolsuper: false,
      rolcreaterole: false,
      rolcreatedb: false,
      rolbypassrls: false,
      rolinherit: false,
      owns: 0,
      becomes: ["anon", "authenticated", "service_role"],
    });
});
