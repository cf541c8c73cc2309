/**
 * A long-running server: BENCH_MINUTES (10) of mixed traffic and idle time, then the rate of its cached home
 * page compared with a fresh process of the same build and with one nginx worker, in alternation. Finally,
 * its memory a minute after 200 resized images and an upload of 200 MB.
 *
 * Needs `nginx` and `wrk` (Debian: apt-get install nginx-light wrk) and a build (npm run build).
 * Run: npm run bench:steady
 */
import type { ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { rm } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import sharp from "sharp";
import { IMAGE_WIDTHS } from "#contract/image-widths.ts";
import {
  benchFolder,
  endAll,
  memoryOf,
  setHeadline,
  signedIn,
  startOurs,
} from "../scripts/tools/server.ts";
import { steady } from "./budgets.ts";
import { settledPage, startNginx } from "./tools/nginx.ts";
import { report } from "./tools/report.ts";
import { median } from "./tools/timing.ts";
import { load } from "./tools/wrk.ts";

const MINUTES = Number(process.env.BENCH_MINUTES ?? 10);
const ROUNDS = 7;
const PICTURES = 13;
const FORMATS = ["webp", "jpeg"];

const folder = await benchFolder("bench-steady");
const settings = { MEDIA_MAX_MB: "256" };
const old = await startOurs(folder, "old", { settings });
const children: ChildProcess[] = [old.child];

/** Simulates days of traffic: pages, estimates, missing pages, edits, and idle nights. */
async function mixed(url: string) {
  const admin = await signedIn(url);
  const end = performance.now() + MINUTES * 60_000;
  for (let round = 0; performance.now() < end; round++) {
    for (const path of ["/", "/pricing?orders=300&items=2", "/services", "/faqs", "/contact"])
      await load(url + path, { seconds: 2, connections: 16 });
    for (let missing = 0; missing < 50; missing++)
      await (await fetch(`${url}/missing-${round}-${missing}`)).arrayBuffer();
    await setHeadline(admin, `Title number ${round}.`);
    await pause(15_000);
  }
}

/** A large PNG of random noise, which doesn't compress. */
function noise(): Promise<Buffer> {
  const [width, height, channels] = [2_400, 1_600, 3] as const;
  return sharp(randomBytes(width * height * channels), { raw: { width, height, channels } })
    .png({ compressionLevel: 1 })
    .toBuffer();
}

async function muchWork(url: string) {
  const bucket = (await signedIn(url)).storage.from("media");
  for (let number = 0; number < PICTURES; number++) {
    const path = `uploads/noise-${number}.png`;
    const { error } = await bucket.upload(path, await noise(), {
      contentType: "image/png",
    });
    if (error) throw error;
    for (const width of IMAGE_WIDTHS)
      for (const format of FORMATS) {
        const query = `width=${width}&format=${format}`;
        const answer = await fetch(`${url}/storage/v1/render/image/public/media/${path}?${query}`);
        if (!answer.ok) throw new Error(`an image answers ${answer.status}`);
        await answer.arrayBuffer();
      }
  }
  const large = Buffer.alloc(200 * 1024 * 1024);
  large.write("%PDF-1.7\n");
  const { error } = await bucket.upload("uploads/large.pdf", large, {
    contentType: "application/pdf",
  });
  if (error) throw error;
}

try {
  await mixed(old.url);
  const fresh = await startOurs(folder, "fresh", { settings });
  children.push(fresh.child);
  const { page } = await settledPage(fresh.url);
  await settledPage(old.url);
  const nginx = await startNginx(folder, page);
  children.push(nginx.child);
  const rates = { old: [] as number[], fresh: [] as number[], nginx: [] as number[] };
  const urls = { old: old.url, fresh: fresh.url, nginx: nginx.url };
  for (const url of [old.url, fresh.url]) await load(`${url}/`, { seconds: 5 });
  for (let round = 0; round < ROUNDS; round++)
    for (const name of ["old", "fresh", "nginx"] as const)
      rates[name].push((await load(`${urls[name]}/`)).rate);
  const ratios = (to: "fresh" | "nginx") =>
    median(rates.old.map((rate, round) => rate / (rates[to][round] ?? Number.NaN)));
  const before = await memoryOf(old.child);
  await muchWork(old.url);
  const atOnce = await memoryOf(old.child);
  await pause(60_000);
  const after = await memoryOf(old.child);

  const images = PICTURES * IMAGE_WIDTHS.length * FORMATS.length;
  report([
    {
      what: `kept pages of a server that was up for ${MINUTES} minutes, of a fresh one's`,
      measured: ratios("fresh"),
      atLeast: steady.toFresh,
    },
    { what: "the same, of one nginx worker's", measured: ratios("nginx"), atLeast: steady.toNginx },
    { what: "its memory", measured: before, unit: "MB" },
    {
      what: `after ${images} resized images and an upload of 200 MB`,
      measured: atOnce,
      unit: "MB",
    },
    { what: "a minute later", measured: after, unit: "MB", atMost: steady.memory },
  ]);
} finally {
  await endAll(children);
  await rm(folder, { recursive: true, force: true });
}
