import { setTimeout as pause } from "node:timers/promises";
import { smallDisk } from "../disk.ts";
import { judge } from "../judge.ts";
import { memoryOf } from "../processes.ts";
import type { Count } from "../promises.ts";
import type { Scenario } from "../scenario.ts";
import { newWorld } from "../world.ts";
import { type Parts, startLoad } from "../writers.ts";

const MB = 1024 * 1024;
const LEADS = 40;

/** Below the free-space limit the server accepts leads but no files; a full disk does no lasting damage. */
export const fullDisk: Scenario = async ({ seed, rounds = 3 }) => {
  const disk = await smallDisk(1_400);
  const world = await newWorld(seed, { home: disk.folder });
  try {
    const parts = await world.begin();
    const atRest = memoryOf(world.server.pid());
    const warm = startLoad(parts);
    await pause(3_000);
    await warm.stop();

    await disk.fill(511 * MB);
    const below = await belowTheFloor(parts);
    let died = 0;
    for (let round = 0; round < rounds; round += 1) {
      const load = startLoad(parts, { backups: false });
      await disk.fill(0);
      await pause(4_000);
      await disk.empty();
      await load.stop();
      if (!world.server.alive()) {
        died += 1;
        await world.server.start();
      } else await world.server.ready();
      await parts.api.signIn();
      const after = startLoad(parts, { backups: false });
      await pause(1_500);
      await after.stop();
    }
    const { counts, notes } = await judge(world, atRest);
    return {
      done: `A disk of 1,400 MB: ${LEADS} messages below the floor, then ${rounds} times not one byte free for 4 seconds under load.`,
      counts: [
        ...below,
        { promise: "servers that ended because of it", of: rounds, broken: died, examples: [] },
        ...counts,
      ],
      notes,
    };
  } finally {
    await world.end();
    await disk.remove();
  }
};

async function belowTheFloor({ api, ledger, random }: Parts): Promise<Count[]> {
  const file = Buffer.concat([Buffer.from("%PDF-1.7\n"), random.bytes(2_000)]);
  const path = `uploads/${random.uuid()}.pdf`;
  const upload = await api.call("POST", `/storage/v1/object/media/${path}`, file);
  const refused = upload?.status === 507 && /nearly full/.test(upload.json.message);
  const failed: string[] = [];
  for (let number = 0; number < LEADS; number += 1) {
    const id = random.uuid();
    const row = { name: `Lead ${id.slice(0, 8)}`, email: `lead-${id}@example.com` };
    const message = "Is there room?";
    const insert = { ...row, message, request_id: id, monthly_volume: "0-50", platforms: ["Etsy"] };
    const stored = await api.call("POST", "/rest/v1/contact_submissions", insert, {
      as: "visitor",
    });
    if (stored?.status === 201) ledger.leads.set(id, { email: row.email, message });
    else failed.push(String(stored?.status));
  }
  const signedIn = await api.signIn();
  const count = (promise: string, examples: string[], of = 1) => ({
    promise,
    of,
    examples: examples.slice(0, 3),
    broken: examples.length,
  });
  return [
    count(
      "uploads below the floor that were not refused with 507",
      refused ? [] : [String(upload?.status)],
    ),
    count("messages below the floor that were refused", failed, LEADS),
    count(
      "sign-ins below the floor that were refused",
      signedIn?.status === 200 ? [] : ["sign-in"],
    ),
  ];
}
