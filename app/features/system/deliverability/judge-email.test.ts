import { expect, test } from "vitest";
import type { DmarcFacts } from "#supabase/functions/_shared/deliverability/facts.ts";
import type { TestEmail } from "./headers.ts";
import { judgeEmail, namedIn } from "./judge-email.ts";

const DOMAIN = "yourshop.com";

const email = (change: Partial<TestEmail> = {}): TestEmail => ({
  from: "hello@yourshop.com",
  spf: { result: "pass", domain: "yourshop.com" },
  dkim: [{ result: "pass", domain: "yourshop.com", selector: "s1" }],
  dmarc: "pass",
  ...change,
});

/** @param record the DMARC record that applies; null for none */
const dns = (
  organizations: Record<string, string | null> = {},
  record: string | null = "v=DMARC1; p=none",
) => ({
  spf: { records: [], lookups: 0, broken: null, silent: [], all: null },
  dmarc: {
    record: record === null ? null : { domain: DOMAIN, text: record },
    own: { records: 1, other: [] },
    silent: false,
  } satisfies DmarcFacts,
  dkim: null,
  organizations: { [DOMAIN]: DOMAIN, ...organizations },
});

const statesOf = (change: Partial<TestEmail>, facts = dns()) => {
  const { spf, dkim, dmarc } = judgeEmail(email(change), facts, DOMAIN);
  return [spf.state, dkim.state, dmarc.state];
};

test("passes for the From domain", () => {
  const { spf, dkim, dmarc } = judgeEmail(email(), dns(), DOMAIN);
  expect(spf).toEqual({
    state: "good",
    says: "Passed for yourshop.com, which matches your From address.",
  });
  expect(dkim.says).toBe("Signed for yourshop.com, which matches your From address.");
  expect(dmarc.state).toBe("good");
});

test("says which domain an email was signed for instead", () => {
  const other = {
    spf: { result: "pass", domain: "em.sendgrid.net" },
    dkim: [{ result: "pass", domain: "sendgrid.net", selector: "s1" }],
    dmarc: "fail",
  };
  const facts = dns({ "em.sendgrid.net": "sendgrid.net", "sendgrid.net": "sendgrid.net" });
  const { spf, dkim, dmarc } = judgeEmail(email(other), facts, DOMAIN);
  expect([spf.state, spf.says]).toEqual([
    "better",
    "Passed for em.sendgrid.net, not for yourshop.com, so it doesn't count for your address.",
  ]);
  expect([dkim.state, dkim.says]).toEqual([
    "wrong",
    "Signed for sendgrid.net, not for yourshop.com, so it doesn't count for your address.",
  ]);
  expect([dmarc.state, dmarc.says]).toEqual([
    "wrong",
    "Failed (fail): neither SPF nor DKIM passed for yourshop.com.",
  ]);
});

test.each<[string, Partial<TestEmail>, ReturnType<typeof dns>, string[]]>([
  [
    "a subdomain of the same organization counts",
    { spf: { result: "pass", domain: "mail.yourshop.com" } },
    dns({ "mail.yourshop.com": DOMAIN }),
    ["good", "good", "good"],
  ],
  [
    "unless the record asks for the very same domain",
    { spf: { result: "pass", domain: "mail.yourshop.com" } },
    dns({ "mail.yourshop.com": DOMAIN }, "v=DMARC1; p=none; aspf=S"),
    ["better", "good", "good"],
  ],
  [
    "so with signatures",
    { dkim: [{ result: "pass", domain: "mail.yourshop.com", selector: "s" }] },
    dns({ "mail.yourshop.com": DOMAIN }, "v=DMARC1; p=none; adkim=s"),
    ["good", "better", "good"],
  ],
  [
    "a subdomain counts once there is a record",
    { spf: { result: "pass", domain: "mail.yourshop.com" } },
    dns({ "mail.yourshop.com": "mail.yourshop.com" }, null),
    ["good", "good", "good"],
  ],
  [
    "another organization doesn't, although its name ends alike",
    { spf: { result: "pass", domain: "notyourshop.com" } },
    dns({ "notyourshop.com": "notyourshop.com" }, null),
    ["better", "good", "good"],
  ],
  [
    "no answer about an organization is unknown",
    {
      spf: { result: "pass", domain: "a.com" },
      dkim: [{ result: "pass", domain: "a.com", selector: "s" }],
    },
    dns({ "a.com": null }),
    ["unknown", "unknown", "good"],
  ],
  [
    "failures",
    {
      spf: { result: "softfail", domain: DOMAIN },
      dkim: [{ result: "fail", domain: DOMAIN, selector: "s" }],
      dmarc: "fail",
    },
    dns(),
    ["wrong", "wrong", "wrong"],
  ],
  ["no signature", { dkim: [] }, dns(), ["good", "wrong", "good"]],
  [
    "a signature of none",
    { dkim: [{ result: "none", domain: undefined, selector: undefined }] },
    dns(),
    ["good", "wrong", "good"],
  ],
  ["no record at the mailbox, passing", { dmarc: "none" }, dns(), ["good", "good", "better"]],
  [
    "no record at the mailbox, failing",
    { spf: undefined, dkim: [], dmarc: undefined },
    dns(),
    ["unknown", "wrong", "wrong"],
  ],
])("%s", (_, change, facts, states) => {
  expect(statesOf(change, facts)).toEqual(states);
});

test("looks up the signature that counts most", () => {
  const of = (...signers: [result: string, domain: string][]) =>
    namedIn(
      email({
        dkim: signers.map(([result, domain]) => ({ result, domain, selector: `of-${domain}` })),
      }),
      DOMAIN,
    ).signer;
  expect(of(["pass", "sendgrid.net"], ["pass", "mail.yourshop.com"])).toBe("mail.yourshop.com");
  expect(of(["fail", "a.com"], ["pass", "b.com"])).toBe("b.com");
  expect(of(["pass", "a.com"], ["pass", "b.com"])).toBe("a.com");
  expect(of(["pass", "a.com"], ["fail", "yourshop.com"])).toBe("yourshop.com");
  expect(namedIn(email(), DOMAIN)).toEqual({
    selector: "s1",
    signer: "yourshop.com",
    bounce: "yourshop.com",
  });
  expect(namedIn(email({ dkim: [], spf: undefined }), DOMAIN)).toEqual({});
});
