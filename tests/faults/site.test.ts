import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { everyFault, type Operation } from "./every-fault.ts";
import { replacing, uploading } from "./operations/files.ts";
import { accepting } from "./operations/invitation.ts";
import { erasing, mailing, replying, telling } from "./operations/leads.ts";
import { erasingOutbox } from "./operations/outbox.ts";
import { publishing } from "./operations/publish.ts";
import { type FaultySite, openFaultySite } from "./site.ts";

vi.mock("#server/runtime/jobs.ts", async () => (await import("./jobs.ts")).jobsByHand);
vi.mock(
  "#server/backend/self-hosted/changes.ts",
  async () => (await import("./jobs.ts")).noChanges,
);
// Each test runs its operation dozens of times.
vi.setConfig({ testTimeout: 300_000 });

let site: FaultySite;
beforeAll(async () => {
  site = await openFaultySite();
});
afterAll(() => site.close());

// biome-ignore lint/suspicious/noExplicitAny: each operation has its own state
const operations: [string, (of: FaultySite) => Operation<any> | Promise<Operation<any>>][] = [
  ["publishing a set", publishing],
  ["sending a reply", replying],
  ["mailing a reply", mailing],
  ["calling a webhook", telling],
  ["erasing a person", erasing],
  ["erasing a person's emails from the outbox", erasingOutbox],
  ["accepting an invitation", accepting],
  ["an upload", uploading],
  ["replacing a file", replacing],
];

test.each(operations)("%s keeps its promises whichever call fails", async (_, make) => {
  const failed = await everyFault(site.calls, await make(site));
  expect(failed.after.length).toBeGreaterThan(0);
  await site.historyChains();
});
