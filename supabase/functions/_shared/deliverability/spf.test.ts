import { expect, test } from "vitest";
import { readSpf } from "./spf.ts";

type Zone = Record<string, string | string[] | null>;

/** @param zone the texts of names; null: no answer */
async function spfOf(zone: Zone) {
  const asked: string[] = [];
  const facts = await readSpf(async (name) => {
    asked.push(name);
    const found = zone[name];
    return found === undefined ? [] : found === null ? null : [found].flat();
  }, "shop.com");
  return { ...facts, asked };
}

test.each([
  ["v=spf1 -all", { all: "-", lookups: 0, broken: null }],
  ["V=SPF1 A MX ~ALL", { all: "~", lookups: 2, broken: null }],
  ["v=spf1  ip4:192.0.2.0/24 ip6:2001:db8::/32 ?all", { all: "?", lookups: 0, broken: null }],
  ["v=spf1 +a:mail.shop.com/24//64 ptr exists:%{i}.x.com all", { all: "+", lookups: 3 }],
  ["v=spf1 include:%{d}.x.com exp=why.shop.com unknown=1 -all", { all: "-", lookups: 1 }],
  ["v=spf1 -all a mx", { all: "-", lookups: 0 }],
  ["v=spf1 -all redirect=other.com", { all: "-", lookups: 0 }],
  ["v=spf1", { all: null, lookups: 0, broken: null }],
  ["v=spf1 ip4:192.0.2.1", { all: null }],
  [
    "v=spf1 ipv4:192.0.2.1 -all",
    { broken: { kind: "term", what: "ipv4:192.0.2.1", of: "shop.com" } },
  ],
  ["v=spf1 include: -all", { broken: { kind: "term", what: "include:", of: "shop.com" } }],
  ["v=spf1 include:a/b -all", { broken: { kind: "term", what: "a/b", of: "shop.com" } }],
  ["v=spf1 -all;", { broken: { kind: "term", what: "-all;", of: "shop.com" } }],
] as const)("reads %s", async (record, facts) => {
  expect(await spfOf({ "shop.com": record })).toMatchObject(facts);
});

test("knows SPF records from other texts", async () => {
  const { records } = await spfOf({ "shop.com": ["v=spf10 -all", "spf1", "v=spf1", "v=spf1 a"] });
  expect(records).toEqual(["v=spf1", "v=spf1 a"]);
  expect((await spfOf({ "shop.com": null })).records).toBeNull();
});

test("counts the lookups of what is included", async () => {
  const facts = await spfOf({
    "shop.com": "v=spf1 include:a.com mx ~all",
    "a.com": "v=spf1 include:b.com a -all",
    "b.com": "v=spf1 a mx ptr ?all",
  });
  expect(facts).toMatchObject({ lookups: 7, all: "~", broken: null });
});

test("stops after the limit of lookups", async () => {
  const wide = Array.from({ length: 300 }, (_, at) => `include:n${at}.com`).join(" ");
  const facts = await spfOf({ "shop.com": `v=spf1 ${wide} -all` });
  expect(facts.lookups).toBeGreaterThan(10);
  expect(facts.asked).toEqual(["shop.com"]);
});

test("stops in a chain without an end", async () => {
  const zone = Object.fromEntries(
    Array.from({ length: 50 }, (_, at) => [`n${at}.com`, `v=spf1 include:n${at + 1}.com -all`]),
  );
  const facts = await spfOf({ ...zone, "shop.com": "v=spf1 include:n0.com -all" });
  expect(facts.lookups).toBe(11);
  expect(facts.asked).toHaveLength(11);
});

test.each([
  ["v=spf1 include:shop.com -all", "shop.com"],
  ["v=spf1 redirect=Shop.COM.", "shop.com"],
])("finds the loop of %s", async (record, what) => {
  const { broken } = await spfOf({ "shop.com": record });
  expect(broken).toEqual({ kind: "loop", what, of: "shop.com" });
});

test("reads a name twice that isn't a loop", async () => {
  const facts = await spfOf({
    "shop.com": "v=spf1 include:a.com include:b.com -all",
    "a.com": "v=spf1 include:b.com -all",
    "b.com": "v=spf1 -all",
  });
  expect(facts).toMatchObject({ broken: null, lookups: 3 });
});

test.each([
  ["v=spf1 redirect=other.com", "v=spf1 -all", { all: "-", lookups: 1 }],
  ["v=spf1 include:other.com", "v=spf1 -all", { all: null, lookups: 1 }],
  [
    "v=spf1 include:other.com -all",
    "nothing",
    { broken: { kind: "include", what: "other.com", of: "shop.com" } },
  ],
  [
    "v=spf1 include:other.com -all",
    ["v=spf1 -all", "v=spf1 -all"],
    { broken: { kind: "include", what: "other.com", of: "shop.com" } },
  ],
  ["v=spf1 include:other.com -all", null, { broken: null, silent: ["other.com"] }],
] as const)("%s leads to %j", async (record, other, facts) => {
  const zone = { "shop.com": record, "other.com": other as Zone[string] };
  expect(await spfOf(zone)).toMatchObject(facts);
});
