/**
 * Uploads files of 200 MB through the server to its disk: how fast, and how much memory the process adds.
 * Some are images, which have their metadata stripped on the way.
 *
 * Needs a build (npm run build). Run: npm run bench:upload
 */
import { setTimeout as pause } from "node:timers/promises";
import { memoryOf, openOurs, signedIn } from "../scripts/tools/server.ts";
import { uploads } from "./budgets.ts";
import { report } from "./tools/report.ts";
import { median } from "./tools/timing.ts";

const ROUNDS = 5;
const MB = 200;

/** A PNG of the same size, in as many chunks as encoders write, with a text chunk to strip. */
function largePicture() {
  const part = 64 * 1024;
  const chunk = (name: string, content: Buffer) => {
    const head = Buffer.alloc(8);
    head.writeUInt32BE(content.length);
    head.write(name, 4);
    return Buffer.concat([head, content, Buffer.alloc(4)]);
  };
  const size = Buffer.from([0, 0, 16, 0, 0, 0, 16, 0, 8, 2, 0, 0, 0]);
  const pixels = chunk("IDAT", Buffer.alloc(part));
  return Buffer.concat([
    ...[Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), chunk("IHDR", size)],
    chunk("tEXt", Buffer.from("Comment\0Taken at the dock")),
    ...Array.from({ length: (MB * 1024 * 1024) / part }, () => pixels),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

await using site = await openOurs("bench-upload", { settings: { MEDIA_MAX_MB: "256" } });
const { child, url } = site;
const bucket = (await signedIn(url)).storage.from("media");
const picture = largePicture();
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
  const started = performance.now();
  const { error } = await bucket.upload(`uploads/large-${round}.pdf`, file, {
    contentType: "application/pdf",
  });
  if (error) throw error;
  times.push(performance.now() - started);
  const cleaned = await bucket.upload(`uploads/large-${round}.png`, picture);
  if (cleaned.error) throw cleaned.error;
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
