import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { everyFault } from "./every-fault.ts";
import { replacing, uploading } from "./operations/files.ts";
import { type FaultySite, openFaultySite } from "./site.ts";

vi.mock("#server/runtime/jobs.ts", async () => (await import("./jobs.ts")).jobsByHand);
vi.mock(
  "#server/backend/self-hosted/changes.ts",
  async () => (await import("./jobs.ts")).noChanges,
);

let site: FaultySite;
beforeAll(async () => {
  site = await openFaultySite({ s3: true });
});
afterAll(() => site.close());

test.each([
  ["an upload", uploading],
  ["replacing a file", replacing],
])("%s in S3 keeps its promises whichever call fails", async (_, make) => {
  const failed = await everyFault(site.calls, await make(site));
  expect(failed.after.length).toBeGreaterThan(0);
});
