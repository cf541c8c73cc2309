import { expect, test, vi } from "vitest";
import type { ServerContext } from "#contract/render-context.ts";
import { loadYear } from "./year.server.ts";

test.each([
  ["America/Los_Angeles", "2027-01-01T07:59:59Z", 2026, "2027-01-01T08:00:00Z"],
  ["America/Los_Angeles", "2027-01-01T08:00:00Z", 2027, "2028-01-01T08:00:00Z"],
  ["Pacific/Auckland", "2026-12-31T11:00:00Z", 2027, "2027-12-31T11:00:00Z"],
])("a page in %s at %s shows %d until %s", async (setting_value, now, year, until) => {
  const renewAt = vi.fn();
  const rows = async () => [{ setting_key: "time_zone", setting_value }];
  const deadline = () => new AbortController().signal;
  const server = { rows, deadline, renewAt } as unknown as ServerContext;
  expect(await loadYear(server, new Date(now))).toBe(year);
  expect(renewAt.mock.calls).toEqual([[new Date(until)]]);
});
