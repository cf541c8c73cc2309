/**
 * Backs up a site with many media files. Measures how long a backup takes until it is verified, how much
 * memory it adds to the server, and how long the next one takes, whose files are there already.
 *
 * Needs a build (npm run build), and three times the disk space. Run: npm run bench:backup-media
 * Size: BENCH_GB (1)
 */
import { randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { Backups } from "#app/lib/data/database.types.ts";
import { memoryOf, openOurs, signedIn } from "../scripts/tools/server.ts";
import { backups as budget } from "./budgets.ts";
import { report } from "./tools/report.ts";

const GB = Number(process.env.BENCH_GB ?? 1);
const FILE_MB = 64;

await using site = await openOurs("bench-backup-media", { settings: { MEDIA_MAX_MB: "100" } });
const { child, url } = site;
const admin = await signedIn(url);
const bucket = admin.storage.from("media");
const count = Math.ceil((GB * 1024) / FILE_MB);
for (let number = 0; number < count; number++) {
  const file = randomBytes(FILE_MB * 1024 * 1024);
  file.write("%PDF-1.7\n");
  const { error } = await bucket.upload(`uploads/${number}.pdf`, file, {
    contentType: "application/pdf",
  });
  if (error) throw error;
}
// Wait until the memory that the uploads used is released.
await pause(60_000);

async function newestRun() {
  const { data, error } = await admin.functions.invoke("admin-system", { method: "GET" });
  if (error) throw error;
  return (data.database.backups as Backups).runs[0];
}

/** Runs one backup until it is verified. @returns seconds, and peak MB above rest */
async function backUp() {
  const rest = await memoryOf(child);
  let most = rest;
  const started = performance.now();
  const before = await newestRun();
  const { error } = await admin.functions.invoke("admin-backup", { method: "POST", body: {} });
  if (error) throw error;
  for (;;) {
    most = Math.max(most, await memoryOf(child));
    await pause(100);
    const run = await newestRun();
    if (run?.id === before?.id) continue;
    if (run?.outcome === "proved")
      return { seconds: (performance.now() - started) / 1_000, memory: most - rest };
    if (run && run.outcome !== "running") throw new Error(`the backup ended: ${run.outcome}`);
  }
}
const first = await backUp();
const next = await backUp();
report([
  { what: `a backup of ${GB} GB of media, proved`, measured: first.seconds, unit: "s" },
  {
    what: "memory meanwhile, above rest",
    measured: first.memory,
    unit: "MB",
    atMost: budget.memory,
  },
  { what: "the next one, of that", measured: next.seconds / first.seconds },
  { what: "its memory above rest", measured: next.memory, unit: "MB", atMost: budget.memory },
]);
