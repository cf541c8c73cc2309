import { expect, test } from "vitest";
import { COMPANY_TIME, formatCompanyTime } from "#contract/company-zone.ts";
import { companyClock, companyInstant } from "./company-time.ts";

test("the company's clock, in winter, in summer, and where there is no time", () => {
  expect(companyClock("2026-11-27T16:00:00+00:00")).toBe("2026-11-27T08:00");
  expect(companyClock("2026-07-04T06:59:00Z")).toBe("2026-07-03T23:59");
  expect([companyClock(null), companyClock(undefined), companyClock("")]).toEqual(["", "", ""]);
  expect(formatCompanyTime("2026-11-27T16:00:00Z")).toBe("Nov 27, 2026, 8:00 AM PST");
  expect(COMPANY_TIME).toBe("Los Angeles time");
});

test("what it shows is sent with its zone", () => {
  expect(companyInstant("2026-11-27T08:00")).toBe("2026-11-27T08:00 America/Los_Angeles");
  expect(companyInstant("")).toBeNull();
});
