import { expect, test } from "vitest";
import { readDmarc, readOrganization } from "./dmarc.ts";
import { readTags } from "./tags.ts";

type Zone = Record<string, string | string[] | null>;

/** @param zone the texts below `_dmarc.` of domains; null: no answer */
const asking =
  (zone: Zone, asked: string[] = []) =>
  async (name: string) => {
    asked.push(name);
    const found = zone[name.replace("_dmarc.", "")];
    return found === undefined ? [] : found === null ? null : [found].flat();
  };

const NONE = "v=DMARC1; p=none";

test("finds the domain's own record, or that of the organization", async () => {
  expect((await readDmarc(asking({ "shop.com": NONE }), "shop.com")).record).toEqual({
    domain: "shop.com",
    text: NONE,
  });
  expect((await readDmarc(asking({ "shop.com": NONE }), "a.b.shop.com")).record?.domain).toBe(
    "shop.com",
  );
  const both = { "mail.shop.com": "v=DMARC1; p=reject", "shop.com": NONE };
  expect((await readDmarc(asking(both), "mail.shop.com")).record?.domain).toBe("mail.shop.com");
  expect((await readDmarc(asking({}), "shop.com")).record).toBeNull();
});

test.each([
  [NONE, true],
  ["v=DMARC1", true],
  ["v = DMARC1 ;p=none", true],
  ["v=dmarc1; p=none", false],
  ["p=none; v=DMARC1", false],
  ["v=DMARC12; p=none", false],
])("'%s' is a DMARC record: %s", async (text, is) => {
  const { record, own } = await readDmarc(asking({ "shop.com": text }), "shop.com");
  expect(record?.text).toBe(is ? text : undefined);
  expect(own).toEqual(is ? { records: 1, other: [] } : { records: 0, other: [text] });
});

test("takes several records of a name for none", async () => {
  const { record, own } = await readDmarc(asking({ "shop.com": [NONE, NONE] }), "shop.com");
  expect([record, own.records]).toEqual([null, 2]);
});

test("knows that a name didn't answer", async () => {
  const { silent } = await readDmarc(asking({ "shop.com": null }), "shop.com");
  expect(silent).toBe(true);
  expect(await readOrganization(asking({ com: null }), "shop.com")).toBeNull();
});

test("asks at most eight names", async () => {
  const asked: string[] = [];
  await readDmarc(asking({}, asked), "a.b.c.d.e.f.g.h.i.j.shop.com");
  expect(asked).toEqual(
    [
      ...["a.b.c.d.e.f.g.h.i.j.shop.com", "f.g.h.i.j.shop.com", "g.h.i.j.shop.com"],
      ...["h.i.j.shop.com", "i.j.shop.com", "j.shop.com", "shop.com", "com"],
    ].map((name) => `_dmarc.${name}`),
  );
});

test.each<[string, string, Zone]>([
  ["shop.com", "shop.com", {}],
  ["mail.shop.com", "mail.shop.com", {}],
  ["mail.shop.com", "shop.com", { "shop.com": NONE }],
  ["a.mail.shop.com", "shop.com", { "mail.shop.com": NONE, "shop.com": NONE }],
  ["a.mail.shop.com", "mail.shop.com", { "mail.shop.com": `${NONE}; psd=n`, "shop.com": NONE }],
  ["mail.shop.bank", "shop.bank", { bank: `${NONE}; psd=y` }],
  ["shop.bank", "shop.bank", { bank: `${NONE}; psd=y` }],
  ["bank", "bank", { bank: `${NONE}; psd=y` }],
])("%s belongs to %s", async (domain, organization, zone) => {
  expect(await readOrganization(asking(zone), domain)).toBe(organization);
});

test("reads the record of a public suffix for domains below it", async () => {
  const { record } = await readDmarc(asking({ bank: "v=DMARC1; p=reject; psd=y" }), "shop.bank");
  expect(record?.domain).toBe("bank");
});

test("reads tags, the first of each name", () => {
  expect(
    readTags(" v=DMARC1 ;P = none;p=reject;; x; =y; rua=mailto:a@b.c?x=1;__proto__=1"),
  ).toEqual({ v: "DMARC1", p: "none", rua: "mailto:a@b.c?x=1" });
});
