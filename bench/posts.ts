/**
 * How many messages 16 visitors can send per second. Each accepted message is a row that the database has
 * flushed to disk, with a notification queued. The rows are counted at the end.
 *
 * Needs a build (npm run build). Run: npm run bench:posts
 */
import { databaseOf, keyOf, openOurs } from "../scripts/tools/server.ts";
import { report } from "./tools/report.ts";
import { sendFor } from "./tools/send-messages.ts";
import { median } from "./tools/timing.ts";

const VISITORS = 16;
const SECONDS = 10;

await using site = await openOurs("bench-posts");
const { url, dataDir } = site;
const key = await keyOf(url);
await sendFor(2, VISITORS, [url], key);
const sql = await databaseOf(dataDir);
await sql`truncate public.contact_submissions cascade`;
const times = await sendFor(SECONDS, VISITORS, [url], key);
const [{ stored } = {}] = await sql`select count(*)::int as stored from contact_submissions`;
await sql.end();
report([
  {
    what: `messages that ${VISITORS} visitors send as fast as they go`,
    measured: times.length / SECONDS,
    unit: "messages/s",
  },
  { what: "half of them are stored within", measured: median(times), unit: "ms" },
  { what: "the slowest", measured: Math.max(...times), unit: "ms" },
  { what: "answered and not stored", measured: times.length - Number(stored), atMost: 0 },
]);
