import { setTimeout as pause } from "node:timers/promises";
import { judge } from "../judge.ts";
import { memoryOf } from "../processes.ts";
import type { Scenario } from "../scenario.ts";
import { type Mode, newWorld } from "../world.ts";
import { startLoad } from "../writers.ts";

const MODES: Mode[] = ["later", "refuses", "drops", "hangs"];
const ILL_MS = 15_000;

/** A mail server that answers 4xx or 5xx, hangs up between DATA and 250, or never answers. */
export const mail: Scenario = async ({ seed }) => {
  const world = await newWorld(seed);
  try {
    const parts = await world.begin();
    const atRest = memoryOf(world.server.pid());
    for (const mode of MODES) {
      world.mail.be(mode);
      const load = startLoad(parts, { backups: false });
      await pause(4_000);
      await load.stop();
      await pause(ILL_MS);
    }
    // Also kill the server while it is sending an email.
    await world.server.kill();
    world.mail.be("well");
    await world.server.start();
    await parts.api.signIn();
    return {
      done: `Under load, ${(ILL_MS + 4_000) / 1000} seconds each: ${MODES.join(", ")}; then SIGKILL, and a mail server that is well.`,
      ...(await judge(world, atRest)),
    };
  } finally {
    await world.end();
  }
};
