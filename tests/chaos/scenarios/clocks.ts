import { existsSync } from "node:fs";
import { rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { judge } from "../judge.ts";
import { memoryOf } from "../processes.ts";
import type { Count } from "../promises.ts";
import type { Scenario } from "../scenario.ts";
import { newWorld } from "../world.ts";
import { startLoad } from "../writers.ts";

const LIBRARY = "/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1";
const JUMPS = ["+1h", "-1h", "+2d", "-2d", "+0"];

/**
 * The clock of the server process jumps ahead and back during writes. The database keeps the right time (its
 * processes have their own environment), so the two disagree in between.
 */
export const clocks: Scenario = async ({ seed }) => {
  if (!existsSync(LIBRARY))
    throw new Error("This scenario needs libfaketime (Debian: apt-get install faketime).");
  const world = await newWorld(seed, {
    settings: {
      LD_PRELOAD: LIBRARY,
      FAKETIME_TIMESTAMP_FILE: join("/tmp", `chaos-clock-${process.pid}`),
      FAKETIME_NO_CACHE: "1",
      FAKETIME_DONT_FAKE_MONOTONIC: "1",
      FAKETIME_DONT_RESET: "1",
    },
  });
  const file = join("/tmp", `chaos-clock-${process.pid}`);
  const set = async (offset: string) => {
    await writeFile(`${file}.new`, `${offset}\n`);
    await rename(`${file}.new`, file);
  };
  try {
    await set("+0");
    const parts = await world.begin();
    const atRest = memoryOf(world.server.pid());
    const refused: string[] = [];
    const unmoved: string[] = [];
    for (const jump of JUMPS) {
      await set(jump);
      // Node updates its Date header once a second.
      await pause(1_500);
      const answer = await fetch(`${world.server.url}/healthz`);
      await answer.body?.cancel();
      const ahead = Date.parse(answer.headers.get("date") ?? "") - Date.now();
      if (jump !== "+0" && Math.abs(ahead) < 60_000) unmoved.push(`${jump}: ${ahead} ms`);
      const signedIn = await parts.api.signIn().catch(() => undefined);
      if (signedIn?.status !== 200) refused.push(`${jump}: ${signedIn?.status}`);
      const load = startLoad(parts, { backups: false });
      await pause(5_000);
      await load.stop();
    }
    // Signed by a clock two days off, a token is valid or requires a new sign-in. Both are correct.
    world.ledger.sessions.length = 0;
    const { counts, notes } = await judge(world, atRest);
    const own: Count[] = [
      {
        promise: "jumps that did not happen",
        of: JUMPS.length - 1,
        broken: unmoved.length,
        examples: unmoved,
      },
      {
        promise: "sign-ins refused after a jump",
        of: JUMPS.length,
        broken: refused.length,
        examples: refused,
      },
    ];
    return {
      done: `The server's clock went to ${JUMPS.join(", ")} of the right time, 5 seconds of load each; the database's did not.`,
      counts: [...own, ...counts],
      notes,
    };
  } finally {
    await world.end();
  }
};
