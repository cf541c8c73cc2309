import { setTimeout as pause } from "node:timers/promises";
import type { Sql } from "#server/backend/postgres/connection.ts";
import { fakeS3 } from "#tests/support/stand-ins/s3.ts";
import { judge } from "../judge.ts";
import { memoryOf } from "../processes.ts";
import type { Count } from "../promises.ts";
import type { Scenario } from "../scenario.ts";
import { newWorld } from "../world.ts";
import { startLoad } from "../writers.ts";

const MODES = ["503", "slow", "silent", "changes bytes", "breaks off"] as const;
type Mode = (typeof MODES)[number] | "well";
const UPLOADS = 8;

/** Files are in an S3 that answers 503, late or never, stores other bytes than it got, or breaks off. */
export const s3: Scenario = async ({ seed }) => {
  let mode: Mode = "well";
  const store = await fakeS3({
    async instead(_request, response, body) {
      if (mode === "slow") await pause(1_500);
      if (mode === "503") response.writeHead(503).end("<Code>SlowDown</Code>");
      else if (mode === "breaks off" && body) {
        response.writeHead(200, { "content-length": body.length });
        response.write(body.subarray(0, body.length / 2), () => response.destroy());
      } else return mode === "silent";
      return true;
    },
    carried(sent) {
      if (mode !== "changes bytes") return sent;
      const other = Buffer.from(sent);
      other[other.length - 1] = (other.at(-1) ?? 0) ^ 1;
      return other;
    },
  });
  const world = await newWorld(seed, { settings: store.settings });
  const { ledger, random, api, server } = world;
  try {
    const parts = await world.begin();
    const atRest = memoryOf(server.pid());
    const upload = async () => {
      const content = Buffer.concat([Buffer.from("%PDF-1.7\n"), random.bytes(40_000)]);
      const path = `uploads/${random.uuid()}.pdf`;
      const answer = await api.call("POST", `/storage/v1/object/media/${path}`, content);
      ledger.count("upload", answer?.status);
      if (answer?.status === 200) ledger.files.set(path, content);
      return path;
    };
    const known = await upload();
    // Keeps the load from deleting this file.
    const content = ledger.files.get(known) as Buffer;
    ledger.files.delete(known);
    const halves: string[] = [];
    for (const next of MODES) {
      mode = next;
      const load = next === "silent" ? undefined : startLoad(parts, { backups: false });
      await Promise.all(Array.from({ length: UPLOADS }, upload));
      if (next === "breaks off") {
        const whole = await fetch(`${server.url}/storage/v1/object/public/media/${known}`)
          .then(async (answer) => answer.ok && (await answer.arrayBuffer()))
          .catch(() => undefined);
        if (whole) halves.push("half a file was served as a whole one");
      }
      await load?.stop();
    }
    // Longer than the timeout for a silent S3.
    await pause(20_000);
    mode = "well";
    ledger.files.set(known, content);
    const rested = await judge(world, atRest, (sql) => strays(store.stored, sql));
    // In this scenario files are in S3.
    const elsewhere = /^(files without rows|rows without files)$/;
    const rest = rested.counts.filter(({ promise }) => !elsewhere.test(promise));
    const own: Count = {
      promise: "broken answers passed on as whole",
      of: 1,
      broken: halves.length,
      examples: halves,
    };
    return {
      done: `S3 with each fault (${MODES.join(", ")}): ${UPLOADS} uploads each, during load of every kind.`,
      counts: [own, ...rest],
      notes: rested.notes,
    };
  } finally {
    await world.end();
    store.close();
  }
};

async function strays(stored: Map<string, unknown>, sql: Sql): Promise<Count[]> {
  const rows = await sql`select version from storage.objects`;
  const versions = new Set(rows.map(({ version }) => version));
  const media = [...stored.keys()].filter((key) => key.includes("/media/"));
  const over = media.filter((key) => !versions.has(key.split("/").at(-1)));
  const promise = "objects in S3 without rows";
  return [{ promise, of: media.length, broken: over.length, examples: over.slice(0, 3) }];
}
