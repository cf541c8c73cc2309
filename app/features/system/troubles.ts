import type { Backups } from "#app/lib/data/database.types.ts";
import { formatAge, formatBytes } from "#app/lib/text/formats.ts";
import { isOverdue } from "./overdue.ts";
import type { DatabaseFacts, ServerFacts, SystemFacts } from "./queries.ts";

/** What is wrong, and the sentence that mends it. */
export interface Trouble {
  what: string;
  mend: string;
}

const HOUR = 60 * 60_000;
const LATE_MS = HOUR;
const DEAF_SECONDS = 120;
const DISK_LEAST = 1024 ** 3;
const DISK_SHARE = 0.05;

const isLate = (oldest: string | null, now: number) =>
  oldest !== null && now - Date.parse(oldest) > LATE_MS;

/** Everything that somebody should mend, the worst first. */
export function troublesOf({ database, server }: SystemFacts, now = Date.now()): Trouble[] {
  return [
    ...(server ? [...diskTroubles(server), ...serverTroubles(server)] : []),
    ...leftWithBackup(database.backups),
    ...backupTroubles(database.backups, now),
    ...(server ? historyTroubles(server) : []),
    ...mailTroubles(database, server, now),
    ...webhookTroubles(database, now),
  ];
}

function diskTroubles({ disk: { free, total, kept } }: ServerFacts): Trouble[] {
  if (free < kept)
    return [
      {
        what: `The disk has ${formatBytes(free)} free, so uploads are refused.`,
        mend: `Make room on it, or give it more. The last ${formatBytes(kept)} are kept for messages, texts and sign-ins.`,
      },
    ];
  if (free > DISK_LEAST && free > total * DISK_SHARE) return [];
  return [
    {
      what: `The disk has ${formatBytes(free)} free.`,
      mend: "Make room on it, or give it more: when it is full, nothing can be saved or sent.",
    },
  ];
}

function serverTroubles({ changes, pool }: ServerFacts): Trouble[] {
  const deaf = !changes.heard || changes.age > DEAF_SECONDS;
  const waits = pool.waiting > 0 && pool.idle === 0;
  return [
    ...(deaf
      ? [
          {
            what: "Changes are not heard from the database (LISTEN).",
            mend: "Pages are made anew every few seconds until they are. Look whether DATABASE_URL leads to the database itself.",
          },
        ]
      : []),
    ...(waits
      ? [
          {
            what: `${pool.waiting} requests wait for a connection to the database.`,
            mend: "If this stays, start another process of the site, or look for a slow query in the log.",
          },
        ]
      : []),
  ];
}

/** Somebody who is no longer an admin has a backup. */
export const leftWithBackup = ({ keys }: Backups): Trouble[] =>
  keys.former_admins.map((name) => ({
    what: `${name} downloaded a backup and is no longer an admin.`,
    mend: "Select Make new keys: everyone signs in again, and links stop working. The downloaded file can't be taken back.",
  }));

function backupTroubles(backups: Backups, now: number): Trouble[] {
  const [last] = backups.runs.filter(({ outcome }) => outcome !== "running");
  const failed =
    last?.outcome === "failed"
      ? [
          {
            what: `The last backup failed: ${last.cause}`,
            mend: "Mend what it says and press Back up now. Earlier backups are still there.",
          },
        ]
      : [];
  const lost = backups.last_proved?.missing ?? 0;
  const missing =
    lost > 0
      ? [
          {
            what: `${lost} of the uploaded files are not where they should be.`,
            mend: "Upload them again in the media library, or delete them there; npm run backup -- backup.tar.gz names them.",
          },
        ]
      : [];
  if (!isOverdue(backups, now)) return [...failed, ...missing];
  const proved = backups.last_proved?.ended_at;
  const overdue = {
    what: proved
      ? `The last proved backup is from ${formatAge(proved, new Date(now))}.`
      : "No backup was ever proved.",
    mend: "Press Back up now, and see in the list why none was made.",
  };
  return [overdue, ...failed, ...missing];
}

function historyTroubles({ history: { gaps, labels } }: ServerFacts): Trouble[] {
  if (gaps === 0) return [];
  const some = labels
    .slice(0, 3)
    .map((label) => `“${label}”`)
    .join(", ");
  return [
    {
      what: `${gaps === 1 ? "1 item was" : `${gaps} items were`} changed without an entry in the history${some && `: ${some}`}.`,
      mend: "Someone changed the database directly. Check these items on the site, restore what is wrong from a backup, then run npm run check-history -- --accept.",
    },
  ];
}

function mailTroubles({ mail }: DatabaseFacts, server: ServerFacts | null, now: number): Trouble[] {
  const late = isLate(mail.oldest, now);
  if (!late && mail.failing === 0 && server?.mail.by !== "outbox") return [];
  if (!late && mail.failing === 0)
    return [
      {
        what: "No mail leaves this server.",
        mend: "Set SMTP_URL. Until then each message is a file in DATA_DIR/outbox.",
      },
    ];
  return [
    {
      what: `Mail waits${mail.oldest ? `, the oldest from ${formatAge(mail.oldest, new Date(now))}` : ""}${mail.last_error ? `: ${mail.last_error}` : "."}`,
      mend: "Send a test mail below: its answer says what the mail server wants. Nothing is lost meanwhile.",
    },
  ];
}

function webhookTroubles({ webhooks: { oldest } }: DatabaseFacts, now: number): Trouble[] {
  if (oldest === null || !isLate(oldest, now)) return [];
  return [
    {
      what: `Messages to webhooks wait, the oldest from ${formatAge(oldest, new Date(now))}.`,
      mend: "Open Webhooks: the one in red says what its receiver answered. Each message is tried again for two days.",
    },
  ];
}
