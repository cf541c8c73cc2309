import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { lookUpText } from "#server/backend/functions/look-up-text.ts";
import { readDeliverability } from "#supabase/functions/_shared/deliverability/read.ts";
import { openTestBackend } from "#tests/support/backend.ts";
import { openNameServer } from "#tests/support/stand-ins/name-server.ts";

/** The server's own lookups, with a name server of the test. */
let names: Awaited<ReturnType<typeof openNameServer>>;
/** undefined: no response */
let texts: Record<string, string[] | undefined> = {};

beforeAll(async () => {
  names = await openNameServer(
    () => [],
    (name) => (name in texts ? texts[name] : []),
  );
});
afterAll(() => names.close());
beforeEach(() => {
  names.asked.length = 0;
});

const read = (named = {}, deadline?: number) =>
  readDeliverability(lookUpText([names.address]), "Shop <hello@yourshop.com>", named, deadline);

test("reads records of any length", async () => {
  const key = `v=DKIM1; p=${"A".repeat(600)}`;
  texts = {
    "yourshop.com": ["v=spf1 include:mail.test ~all", "something-else=1"],
    "mail.test": ["v=spf1 ip4:192.0.2.1 -all"],
    "_dmarc.yourshop.com": ["v=DMARC1; p=reject"],
    "s1._domainkey.yourshop.com": [key],
  };
  const facts = await read({ selector: "s1", signer: "yourshop.com", bounce: "yourshop.com" });
  expect(facts.from).toEqual({
    address: "hello@yourshop.com",
    domain: "yourshop.com",
    kind: "own",
  });
  expect(facts.dns).toEqual({
    spf: {
      records: ["v=spf1 include:mail.test ~all"],
      lookups: 1,
      broken: null,
      silent: [],
      all: "~",
    },
    dmarc: {
      record: { domain: "yourshop.com", text: "v=DMARC1; p=reject" },
      own: { records: 1, other: [] },
      silent: false,
    },
    dkim: { selector: "s1", signer: "yourshop.com", records: [key] },
    organizations: { "yourshop.com": "yourshop.com" },
  });
});

test("finds no records, and several", async () => {
  texts = {};
  const { dns } = await read({ selector: "s1", signer: "yourshop.com" });
  expect(dns?.spf.records).toEqual([]);
  expect(dns?.dmarc).toEqual({ record: null, own: { records: 0, other: [] }, silent: false });
  expect(dns?.dkim?.records).toEqual([]);
  texts = { "yourshop.com": ["v=spf1 -all", "v=spf1 ~all"] };
  expect((await read()).dns?.spf.records).toHaveLength(2);
});

test("reports a silent name server as no answer, not as a missing record", async () => {
  texts = {
    "yourshop.com": undefined,
    "_dmarc.yourshop.com": undefined,
    "s1._domainkey.yourshop.com": undefined,
  };
  const { dns } = await read({ selector: "s1", signer: "yourshop.com" }, 100);
  expect(dns).toMatchObject({
    spf: { records: null },
    dmarc: { record: null, silent: true },
    dkim: { records: null },
    organizations: { "yourshop.com": null },
  });
});

test("ends at records that include each other", async () => {
  texts = {
    "yourshop.com": ["v=spf1 include:a.test ~all"],
    "a.test": ["v=spf1 include:b.test -all"],
    "b.test": ["v=spf1 include:a.test -all"],
  };
  const { dns } = await read();
  expect(dns?.spf.broken).toEqual({ kind: "loop", what: "a.test", of: "b.test" });
  expect(names.asked.filter((name) => name === "a.test")).toHaveLength(1);
});

test.each([
  [{ MAIL_FROM: "Shop <shop@gmail.com>" }, { address: "shop@gmail.com", kind: "shared" }],
  [{}, { address: "no-reply@site.test", kind: "local" }],
])("checks the sender of this server, with %j", async (settings, from) => {
  const t = await openTestBackend(settings);
  onTestFinished(() => t.close());
  const admin = await t.admin();
  const { data } = await admin.functions.invoke("admin-deliverability", { body: {} });
  expect(data).toMatchObject({ success: true, facts: { from, dns: null } });
});
