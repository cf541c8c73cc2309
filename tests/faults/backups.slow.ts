import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { everyFault, type Operation } from "./every-fault.ts";
import { backingUp, restoring, upgrading } from "./operations/backups.ts";
import { joining } from "./operations/invitation.ts";
import { type FaultySite, openFaultySite } from "./site.ts";

vi.mock("#server/runtime/jobs.ts", async () => (await import("./jobs.ts")).jobsByHand);
vi.mock(
  "#server/backend/self-hosted/changes.ts",
  async () => (await import("./jobs.ts")).noChanges,
);

let site: FaultySite;
afterAll(() => site?.close());
const operations = { upgrading, joining, restoring, backingUp };
beforeAll(async () => {
  site = await openFaultySite({ alike: Number(process.env.FAULTS_ALIKE) || undefined });
});

test.each(Object.entries(operations))(
  "%s keeps its promises whichever call fails",
  async (_, make) => {
    const operation = (await make(site)) as Operation<unknown>;
    const failed = await everyFault(site.calls, operation);
    expect(failed.after.length).toBeGreaterThan(0);
  },
);
