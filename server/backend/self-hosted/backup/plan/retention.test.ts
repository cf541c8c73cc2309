import { expect, test } from "vitest";
import { toRemove } from "./retention.ts";

const HOUR = 60 * 60_000;
const NOW = new Date("2026-11-22T19:00:00Z");
const zone = "America/Los_Angeles";
const backup = (iso: string) => ({ created: new Date(iso), zone });
const days = ({ created }: { created: Date }) => created.toISOString().slice(0, 16);
const retained = (all: { created: Date; zone: string }[], now = NOW) => {
  const gone = toRemove(all, now);
  return all
    .filter((one) => !gone.includes(one))
    .map(days)
    .toSorted();
};

test("keeps 7 daily, 4 weekly and 12 monthly backups of two years", () => {
  const nights = Array.from({ length: 730 }, (_, n) => ({
    created: new Date(Date.parse("2026-11-22T11:00:00Z") - n * 24 * HOUR),
    zone,
  }));
  expect(retained(nights)).toEqual([
    ...["2025-12-31T11:00", "2026-01-31T11:00", "2026-02-28T11:00", "2026-03-31T11:00"],
    ...["2026-04-30T11:00", "2026-05-31T11:00", "2026-06-30T11:00", "2026-07-31T11:00"],
    ...["2026-08-31T11:00", "2026-09-30T11:00", "2026-10-31T11:00"],
    // Sundays, the last days of their weeks
    ...["2026-11-01T11:00", "2026-11-08T11:00", "2026-11-15T11:00"],
    ...["2026-11-16T11:00", "2026-11-17T11:00", "2026-11-18T11:00", "2026-11-19T11:00"],
    ...["2026-11-20T11:00", "2026-11-21T11:00", "2026-11-22T11:00"],
  ]);
});

test("never deletes a backup that a later night would keep", () => {
  let left: { created: Date; zone: string }[] = [];
  for (let n = 0; n < 800; n++) {
    const now = new Date(Date.UTC(2025, 0, 1, 11) + n * 24 * HOUR);
    left.push({ created: now, zone });
    const gone = toRemove(left, now);
    left = left.filter((one) => !gone.includes(one));
  }
  expect(left.length).toBeGreaterThanOrEqual(18);
  expect(left.length).toBeLessThanOrEqual(23);
  const months = new Set(left.map(({ created }) => created.toISOString().slice(0, 7)));
  expect(months.size).toBeGreaterThanOrEqual(12);
});

test.each([
  ["the only one, however old", ["2020-01-01T11:00"], ["2020-01-01T11:00"]],
  [
    "after a gap, the last of what there was",
    ["2026-01-01T11:00", "2026-01-02T11:00"],
    ["2026-01-01T11:00", "2026-01-02T11:00"],
  ],
  ["of one day the newest", ["2026-11-10T08:00", "2026-11-10T20:00"], ["2026-11-10T20:00"]],
  [
    "whatever is younger than a day",
    ["2026-11-22T08:00", "2026-11-22T09:00", "2026-11-22T18:59"],
    ["2026-11-22T08:00", "2026-11-22T09:00", "2026-11-22T18:59"],
  ],
  [
    "days by the company's clock",
    ["2026-11-11T07:30", "2026-11-11T08:30"],
    ["2026-11-11T07:30", "2026-11-11T08:30"],
  ],
  ["nothing of nothing", [], []],
])("keeps %s", (_, all, left) => {
  expect(retained(all.map((iso) => backup(`${iso}:00Z`)))).toEqual(left);
});

test("keeps the newest backup before each upgrade for 30 days", () => {
  const before = (what: string, schema: string, iso: string) => ({
    ...backup(`${iso}:00Z`),
    before: { what, schema },
  });
  const all = [
    backup("2026-11-10T20:00:00Z"),
    before("upgrade", "1", "2026-11-10T21:00"),
    before("upgrade", "2", "2026-11-20T10:00"),
    before("upgrade", "2", "2026-11-20T11:00"),
    before("rollback", "3", "2026-11-20T12:00"),
    before("rollback", "3", "2026-11-20T13:00"),
  ];
  const stay = ["2026-11-10T20:00", "2026-11-10T21:00"];
  const rolledBack = ["2026-11-20T12:00", "2026-11-20T13:00"];
  expect(retained(all)).toEqual([...stay, "2026-11-20T11:00", ...rolledBack]);
  expect(retained(all, new Date("2026-12-15T00:00:00Z"))).toEqual([
    "2026-11-10T20:00",
    "2026-11-20T11:00",
    ...rolledBack,
  ]);
  expect(retained(all, new Date("2027-12-15T00:00:00Z"))).toEqual([
    "2026-11-10T20:00",
    rolledBack[1],
  ]);
});
