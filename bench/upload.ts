/**
 * Files of 200 MB through the server to its disk: how fast, and what the process takes for it beside what it had.
 *
 * Needs a build (npm run build). Run: npm run bench:upload
 */
import { rm } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { uploads } from "./budgets.ts";
import { median } from "./tools/median.ts";
import { report } from "./tools/report.ts";
import { benchFolder, endAll, memoryOf, signedIn, startOurs } from "./tools/server.ts";

const ROUNDS = 5;
const MB = 200;

const folder = await benchFolder("bench-upload");
const { child, url } = await startOurs(folder, "site", { settings: { MEDIA_MAX_MB: "256" } });
try {
  const bucket = (await signedIn(url)).storage.from("media");
  const file = Buffer.alloc(MB * 1024 * 1024);
  file.write("%PDF-1.7\n");
  const rest = await memoryOf(child);
  let most = rest;
  let going = true;
  const watching = (async () => {
    while (going) {
      most = Math.max(most, await memoryOf(child));
      await pause(20);
    }
  })();
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const began = performance.now();
    const { error } = await bucket.upload(`uploads/large-${round}.pdf`, file, {
      contentType: "application/pdf",
    });
    if (error) throw error;
    times.push(performance.now() - began);
  }
  going = false;
  await watching;
  report([
    {
      what: `an upload of ${MB} MB, by a program of the same machine`,
      measured: MB / (median(times) / 1_000),
      unit: "MB/s",
    },
    {
      what: "memory meanwhile, above rest",
      measured: most - rest,
      unit: "MB",
      atMost: uploads.memory,
    },
  ]);
} finally {
  await endAll([child]);
  await rm(folder, { recursive: true, force: true });
}
