import { expect, test } from "vitest";
import { migrationVersion, versionAt } from "./index.ts";

const existing = ["20261127070117_privileges.sql", "20261128010000_rights.sql"];

const at = (moment: string) => migrationVersion(undefined, existing, new Date(moment));

test("a migration is dated by the clock, in UTC", () => {
  expect(versionAt(new Date("2026-12-01T09:30:00.5-08:00"))).toBe("20261201173000");
  expect(at("2026-12-01T09:30:00.5-08:00")).toBe("20261201173000");
  expect(migrationVersion("20261201173000", existing)).toBe("20261201173000");
  expect(migrationVersion("20261201173000", [])).toBe("20261201173000");
});

test("dates it one second after the newest if that is not in the past", () => {
  expect(at("2026-11-24T16:00:00Z")).toBe("20261128010001");
  expect(at("2026-11-28T01:00:00Z")).toBe("20261128010001");
  const before = ["20261231235959_last.sql"];
  expect(migrationVersion(undefined, before, new Date(0))).toBe("20270101000000");
});

test.each(["20261128010000", "20261127080000"])(
  "refuses %s, and suggests the next free date",
  (dated) => {
    expect(() => migrationVersion(dated, existing)).toThrow(
      `A migration dated ${dated} would not come after the newest, 20261128010000. Add: --dated 20261128010001`,
    );
  },
);

test("refuses an invalid date", () => {
  expect(() => migrationVersion("tomorrow", existing)).toThrow('"tomorrow" is no date');
});
