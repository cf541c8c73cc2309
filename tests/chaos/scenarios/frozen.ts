import { setTimeout as pause } from "node:timers/promises";
import { smallDisk } from "../disk.ts";
import { judge } from "../judge.ts";
import { databaseProcesses, memoryOf, signal } from "../processes.ts";
import type { Count } from "../promises.ts";
import type { Scenario } from "../scenario.ts";
import { newWorld, type World } from "../world.ts";
import { startLoad } from "../writers.ts";

const FROZEN_MS = 8_000;
/** Cached pages are served whatever the database does: their reads time out after three seconds. */
const PAGE_MS = 7_000;

const signalled = (pids: () => number[]) => ({
  async stop() {
    for (const pid of pids()) signal(pid, "SIGSTOP");
  },
  async go() {
    for (const pid of pids()) signal(pid, "SIGCONT");
  },
});

/** The database, one of its processes, the disk and the server freeze for a while, then resume. */
export const frozen: Scenario = async ({ seed, rounds = 4 }) => {
  const disk = await smallDisk(1_400);
  const world = await newWorld(seed, { home: disk.folder });
  const { server, random } = world;
  let stopped: number[] = [];
  const kinds: Record<string, { stop: () => Promise<unknown>; go: () => Promise<unknown> }> = {
    database: signalled(() => databaseProcesses(server.cluster)),
    "database process": signalled(() => {
      if (stopped.length > 0) return stopped.splice(0);
      stopped = [random.pick(databaseProcesses(server.cluster).slice(1))];
      return stopped;
    }),
    disk: { stop: disk.freeze, go: disk.thaw },
    server: signalled(() => [server.pid()]),
  };
  try {
    const parts = await world.begin();
    const atRest = memoryOf(server.pid());
    const counts: Count[] = [];
    await unanswered(world);
    for (let round = 0; round < rounds; round += 1) {
      const kind = Object.keys(kinds)[round % 4] as string;
      const load = startLoad(parts, { backups: false });
      await pause(1_500);
      await kinds[kind]?.stop();
      // A frozen server serves nothing, so only the results of its writes are checked.
      const pages = kind === "server" ? undefined : await unanswered(world);
      await pause(FROZEN_MS);
      await kinds[kind]?.go();
      await load.stop();
      await server.ready();
      if (pages)
        counts.push({
          promise: `pages not served while the ${kind} was frozen`,
          of: 3,
          broken: pages.length,
          examples: pages,
        });
      await parts.api.signIn();
    }
    const judged = await judge(world, atRest);
    return {
      done: `${rounds} times ${FROZEN_MS / 1000} seconds of SIGSTOP or of a frozen disk (fsfreeze) under load.`,
      counts: [...counts, ...judged.counts],
      notes: judged.notes,
    };
  } finally {
    for (const kind of Object.values(kinds)) await kind.go().catch(() => {});
    await world.end();
    await disk.remove();
  }
};

async function unanswered({ server }: World): Promise<string[]> {
  const asked = ["/", "/pricing", "/contact"].map(async (path) => {
    const answer = await fetch(server.url + path, { signal: AbortSignal.timeout(PAGE_MS) }).catch(
      () => undefined,
    );
    await answer?.text().catch(() => "");
    return answer?.ok ? [] : [`${path} ${answer?.status ?? "no answer"}`];
  });
  return (await Promise.all(asked)).flat();
}
