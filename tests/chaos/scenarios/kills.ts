import { setTimeout as pause } from "node:timers/promises";
import { judge } from "../judge.ts";
import { databaseProcesses, memoryOf, signal } from "../processes.ts";
import type { Scenario } from "../scenario.ts";
import { newWorld, type World } from "../world.ts";
import { startLoad } from "../writers.ts";

const LONGEST_LOAD_MS = 2_500;

/** What gets killed: the server, one process of its database, the whole database, or both. */
const DEATHS = ["server", "one of the database", "the database", "both"] as const;

/** Sends SIGKILL at random moments during writes, restarts, and checks every promise. */
export const kills: Scenario = async ({ seed, rounds = 100 }) => {
  const world = await newWorld(seed);
  const { server, random } = world;
  try {
    const parts = await world.begin();
    const atRest = memoryOf(server.pid());
    const died = new Map<string, number>();
    let slowest = 0;
    for (let round = 0; round < rounds; round += 1) {
      const death = random.pick(DEATHS);
      died.set(death, (died.get(death) ?? 0) + 1);
      const load = startLoad(parts, { backups: round % 4 === 0 });
      await pause(random.below(LONGEST_LOAD_MS));
      await die(world, death);
      await load.stop();
      if (!server.alive()) await server.start();
      else await server.ready();
      slowest = Math.max(slowest, server.readyIn());
      await parts.api.signIn();
    }
    const { counts, notes } = await judge(world, atRest);
    const deaths = [...died].map(([death, times]) => `${death} ${times}`).join(", ");
    return {
      done: `${rounds} times SIGKILL (${deaths}) under load of every kind of write.`,
      counts,
      notes: [...notes, `Slowest until ready again: ${slowest} ms.`],
    };
  } finally {
    await world.end();
  }
};

async function die({ server, random }: World, death: (typeof DEATHS)[number]) {
  const [postmaster, ...others] = databaseProcesses(server.cluster);
  if (death === "both" || death === "server") await server.kill();
  if (death === "server" || postmaster === undefined) return;
  if (death === "one of the database")
    return signal(random.pick([postmaster, ...others]), "SIGKILL");
  for (const pid of [postmaster, ...others]) signal(pid, "SIGKILL");
}
