import { generateKeyPairSync } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { DmarcFacts, SpfFacts } from "#supabase/functions/_shared/deliverability/facts.ts";
import { judgeDkim } from "./judge-dkim.ts";
import { judgeDmarc } from "./judge-dmarc.ts";
import { judgeSpf } from "./judge-spf.ts";
import { whyUnchecked } from "./sender.ts";

describe("SPF", () => {
  const spf = (facts: Partial<SpfFacts>): SpfFacts => ({
    records: ["v=spf1 include:mail.com -all"],
    lookups: 1,
    broken: null,
    silent: [],
    all: "-",
    ...facts,
  });

  test.each<[string, Partial<SpfFacts>, string, string, string | undefined]>([
    ["one record", {}, "good", "1 of at most 10 lookups", undefined],
    ["a soft end", { all: "~" }, "good", "One readable record", undefined],
    ["ten lookups", { lookups: 10 }, "good", "10 of at most 10", undefined],
    ["eleven lookups", { lookups: 11 }, "wrong", "more than 10 DNS lookups", undefined],
    ["no answer", { records: null }, "unknown", "didn't answer", undefined],
    ["part of an answer", { silent: ["a.com"] }, "unknown", "a.com didn't answer", undefined],
    [
      "no record",
      { records: [] },
      "wrong",
      "which servers may send",
      "v=spf1 include:YOUR-EMAIL-SERVICE ~all",
    ],
    [
      "two records",
      { records: ["v=spf1 a include:a.com -all", "V=SPF1 include:a.com redirect=b.com"] },
      "wrong",
      "has 2 SPF records",
      "v=spf1 a include:a.com include:b.com ~all",
    ],
    [
      "an end that allows all",
      { records: ["v=spf1 a +all mx"], all: "+" },
      "wrong",
      "every server in the world",
      "v=spf1 a mx ~all",
    ],
    ["a neutral end", { records: ["v=spf1 a ?all"], all: "?" }, "better", "?all", "v=spf1 a ~all"],
    ["no end", { records: ["v=spf1 a"], all: null }, "better", "has no end", "v=spf1 a ~all"],
    [
      "an unreadable part",
      { broken: { kind: "term", what: "ipv4:1", of: "shop.com" } },
      "wrong",
      "“ipv4:1”",
      undefined,
    ],
    [
      "a missing include",
      { broken: { kind: "include", what: "a.com", of: "shop.com" } },
      "wrong",
      "includes a.com, which has no SPF record",
      undefined,
    ],
    [
      "a loop",
      { broken: { kind: "loop", what: "a.com", of: "b.com" } },
      "wrong",
      "leads back to itself through a.com",
      undefined,
    ],
  ])("%s", (_, facts, state, says, value) => {
    const finding = judgeSpf(spf(facts), "shop.com");
    expect(finding.state).toBe(state);
    expect(finding.says).toContain(says);
    expect(finding.record?.value).toBe(value);
    expect(finding.record?.name).toBe(value && "shop.com");
    // Only a value with a part to fill in can't be copied.
    expect(finding.record?.missing !== undefined).toBe(value?.includes("YOUR-") ?? false);
  });
});

describe("DMARC", () => {
  const dmarc = (text: string | null, facts: Partial<DmarcFacts> = {}): DmarcFacts => ({
    record: text === null ? null : { domain: "shop.com", text },
    own: { records: text === null ? 0 : 1, other: [] },
    silent: false,
    ...facts,
  });
  const above = { domain: "shop.com", text: "v=DMARC1; p=reject; sp=none" };

  test.each<[string, DmarcFacts, string, string, string | undefined]>([
    [
      "a strict record",
      dmarc("v=DMARC1; p=reject; rua=mailto:a@shop.com"),
      "good",
      "is refused",
      undefined,
    ],
    [
      "quarantine",
      dmarc("v=DMARC1;p=Quarantine;rua=mailto:a@shop.com"),
      "good",
      "marked as spam",
      undefined,
    ],
    ["no record", dmarc(null), "wrong", "has no DMARC record", "v=DMARC1; p=none"],
    [
      "two records",
      dmarc(null, { own: { records: 2, other: [] } }),
      "wrong",
      "There are 2 DMARC records",
      undefined,
    ],
    ["no answer", dmarc(null, { silent: true }), "unknown", "didn't answer", undefined],
    [
      "its own record, though a name above didn't answer",
      dmarc("v=DMARC1; p=reject; rua=mailto:a@shop.com", { silent: true }),
      "good",
      "is refused",
      undefined,
    ],
    [
      "a misspelled version",
      dmarc(null, { own: { records: 0, other: ["v=dmarc1; p=none"] } }),
      "wrong",
      "must begin with exactly v=DMARC1",
      "v=DMARC1; p=none",
    ],
    [
      "another text",
      dmarc(null, { own: { records: 0, other: ["hello"] } }),
      "wrong",
      "has no DMARC record",
      "v=DMARC1; p=none",
    ],
    [
      "no policy",
      dmarc("v=DMARC1; aspf=s"),
      "wrong",
      "names no policy",
      "v=DMARC1; p=none; aspf=s",
    ],
    [
      "an unknown policy",
      dmarc("v=DMARC1; p=block; aspf=s"),
      "wrong",
      "names no policy",
      "v=DMARC1; p=none; aspf=s",
    ],
    [
      "no policy, with reports",
      dmarc("v=DMARC1; rua=mailto:a@shop.com"),
      "better",
      "only monitors",
      "v=DMARC1; p=quarantine; rua=mailto:a@shop.com",
    ],
    [
      "only watching",
      dmarc("v=DMARC1; p=none; adkim=r"),
      "better",
      "only monitors",
      "v=DMARC1; p=quarantine; adkim=r",
    ],
    [
      "a part of the email",
      dmarc("v=DMARC1; p=reject; pct=50; rua=mailto:a@shop.com"),
      "better",
      "only part",
      "v=DMARC1; p=reject; rua=mailto:a@shop.com",
    ],
    [
      "a test",
      dmarc("v=DMARC1; p=reject; t=y; rua=mailto:a@shop.com"),
      "better",
      "marked as a test",
      "v=DMARC1; p=reject; rua=mailto:a@shop.com",
    ],
    [
      "all of the email",
      dmarc("v=DMARC1; p=reject; pct=100; t=n; rua=mailto:a@shop.com"),
      "good",
      "is refused",
      undefined,
    ],
    [
      "no reports",
      dmarc("v=DMARC1; p=reject"),
      "better",
      "you get no reports",
      "v=DMARC1; p=reject; rua=mailto:YOUR-ADDRESS",
    ],
  ])("%s", (_, facts, state, says, value) => {
    const finding = judgeDmarc(facts, "shop.com");
    expect(finding.state).toBe(state);
    expect(finding.says).toContain(says);
    expect(finding.record?.value).toBe(value);
    expect(finding.record?.name).toBe(value && "_dmarc.shop.com");
    expect(finding.record?.missing !== undefined).toBe(value?.includes("YOUR-") ?? false);
  });

  test("below the record's domain, the policy for subdomains counts", () => {
    const facts = dmarc(null, { record: above });
    expect(judgeDmarc(facts, "mail.shop.com")).toMatchObject({
      state: "better",
      record: { name: "_dmarc.shop.com", value: "v=DMARC1; p=reject; sp=quarantine" },
    });
    expect(judgeDmarc({ ...facts, silent: true }, "mail.shop.com").state).toBe("unknown");
    const plain = { domain: "shop.com", text: "v=DMARC1; p=reject; rua=mailto:a@shop.com" };
    expect(judgeDmarc(dmarc(null, { record: plain }), "mail.shop.com").state).toBe("good");
  });

  test("without a record, a subdomain's is better published above it", () => {
    expect(judgeDmarc(dmarc(null), "mail.shop.com").fix).toContain("shop.com");
    expect(judgeDmarc(dmarc(null), "shop.com").fix).not.toContain("instead");
  });
});

describe("DKIM", () => {
  const key = (bits: number, type: "spki" | "pkcs1" = "spki") =>
    generateKeyPairSync("rsa", { modulusLength: bits })
      .publicKey.export({ type, format: "der" })
      .toString("base64");
  const dkim = (...records: string[]) =>
    judgeDkim({ selector: "s1", signer: "shop.com", records }, "shop.com");

  test.each([
    ["a good key", () => `v=DKIM1; k=rsa; p=${key(2048)}`, "good", "readable key"],
    ["a key with spaces", () => `p=${key(2048).replace(/.{64}/g, "$& ")}`, "good", "readable key"],
    ["a bare key", () => `p=${key(2048, "pkcs1")}`, "good", "readable key"],
    ["another kind of key", () => `k=ed25519; p=${"A".repeat(43)}=`, "good", "readable key"],
    ["a short key", () => `p=${key(1024)}`, "better", "1024 bits"],
    ["a key that is too short", () => `p=${key(768)}`, "wrong", "only 768 bits"],
    ["a test", () => `t=s:y; p=${key(2048)}`, "better", "t=y"],
    ["a revoked key", () => "v=DKIM1; p=", "wrong", "revoked"],
    ["no key", () => "v=DKIM1; k=rsa", "wrong", "isn't a key"],
    ["another version", () => `v=DKIM2; p=${key(2048)}`, "wrong", "isn't a key"],
    ["an unknown kind of key", () => `k=dsa; p=${key(2048)}`, "wrong", "isn't a key"],
    ["no base64", () => "p=???", "wrong", "isn't a key"],
    ["half a key", () => `p=${key(2048).slice(0, 200)}`, "wrong", "isn't a key"],
    ["other bytes", () => `p=${btoa("\x30\xff\xff\xff\xff\xff\xff\xff\xff")}`, "wrong", "isn't a"],
    ["other text", () => "hello", "wrong", "isn't a key"],
  ])("%s", (_, record, state, says) => {
    const finding = dkim(record());
    expect([finding.state, finding.says]).toEqual([state, expect.stringContaining(says)]);
  });

  test("no key, several, no answer, and no name", () => {
    expect(dkim()).toMatchObject({
      state: "wrong",
      says: expect.stringContaining("no key at s1._domainkey.shop.com"),
    });
    expect(dkim("p=a", "p=b").says).toContain("There are 2 records");
    const silent = judgeDkim({ selector: "s1", signer: "shop.com", records: null }, "shop.com");
    expect(silent.state).toBe("unknown");
    expect(judgeDkim(null, "shop.com").fix).toContain("paste its headers");
  });
});

test("says why a sender can't be looked up", () => {
  const from = { address: "a@b.com", domain: "b.com" };
  expect(whyUnchecked(null)).toContain("MAIL_API_URL");
  expect(whyUnchecked({ ...from, kind: "shared" })).toContain("Nobody but the provider");
  expect(whyUnchecked({ ...from, kind: "local" })).toContain("isn't a domain on the internet");
  expect(whyUnchecked({ ...from, kind: "own" })).toBeUndefined();
});
