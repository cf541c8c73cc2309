import type { Backups } from "#app/lib/data/database.types.ts";
import { formatAge, formatBytes } from "#app/lib/text/formats.ts";
import { type Cause, explainCause } from "#contract/causes.ts";
import { isOverdue, leftWithBackup } from "./backup-facts.ts";
import type { DatabaseFacts, ServerFacts, SystemFacts } from "./queries.ts";

/** A problem, and how to fix it. */
export interface Trouble {
  what: string;
  cause?: Cause;
  fix: string;
}

const HOUR = 60 * 60_000;
const LATE_MS = HOUR;
const STALE_SECONDS = 120;
const DISK_LEAST = 1024 ** 3;
const DISK_SHARE = 0.05;

const isLate = (oldest: string | null, now: number) =>
  oldest !== null && now - Date.parse(oldest) > LATE_MS;

/** Everything that needs fixing, worst first. */
export function troublesOf({ database, server }: SystemFacts, now = Date.now()): Trouble[] {
  return [
    ...(server ? [...diskTroubles(server), ...serverTroubles(server)] : []),
    ...leftWithBackup(database.backups),
    ...backupTroubles(database.backups, now),
    ...(server ? historyTroubles(server) : []),
    ...mailTroubles(database, server, now),
    ...answerTroubles(database),
    ...webhookTroubles(database, now),
  ];
}

function diskTroubles({ disk: { free, total, kept } }: ServerFacts): Trouble[] {
  if (free < kept)
    return [
      {
        what: `The disk has only ${formatBytes(free)} free, so uploads are refused.`,
        fix: `Free up space or add more. The last ${formatBytes(kept)} are reserved for messages, edits and sign-ins.`,
      },
    ];
  if (free > DISK_LEAST && free > total * DISK_SHARE) return [];
  return [
    {
      what: `The disk has only ${formatBytes(free)} free.`,
      fix: "Free up space or add more. When the disk is full, nothing can be saved or sent.",
    },
  ];
}

function serverTroubles({ changes, pool }: ServerFacts): Trouble[] {
  const stale = !changes.heard || changes.age > STALE_SECONDS;
  const waits = pool.waiting > 0 && pool.idle === 0;
  return [
    ...(stale
      ? [
          {
            what: "Live updates from the database aren't working.",
            fix: "Until this is fixed, pages refresh every few seconds. Check that DATABASE_URL points to the database itself, not to a pooler.",
          },
        ]
      : []),
    ...(waits
      ? [
          {
            what: `${pool.waiting} requests are waiting for a database connection.`,
            fix: "If this continues, start another server process, or look for slow queries in the log.",
          },
        ]
      : []),
  ];
}

function backupTroubles(backups: Backups, now: number): Trouble[] {
  const [last] = backups.runs.filter(({ outcome }) => outcome !== "running");
  const failed =
    last?.outcome === "failed"
      ? [
          {
            what: "The last backup failed.",
            ...(last.cause && { cause: explainCause(last.cause, "The backup storage") }),
            fix: "Fix the problem above, then select Back up now. Earlier backups are still there.",
          },
        ]
      : [];
  const lost = backups.last_proved?.missing ?? 0;
  const missing =
    lost > 0
      ? [
          {
            what: `${lost} uploaded files are missing from storage.`,
            fix: "Upload them again in the media library, or delete them there. npm run backup -- backup.tar.gz lists them.",
          },
        ]
      : [];
  if (!isOverdue(backups, now)) return [...failed, ...missing];
  const proved = backups.last_proved?.ended_at;
  const overdue = {
    what: proved
      ? `The last verified backup is from ${formatAge(proved, new Date(now))}.`
      : "No verified backup yet.",
    fix: "Select Back up now. If it fails, the list shows why.",
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
      what: `${gaps === 1 ? "1 item was" : `${gaps} items were`} changed without a history entry${some && `: ${some}`}.`,
      fix: "Someone changed the database directly. Check these items on the site, restore wrong ones from a backup, then run npm run check-history -- --accept.",
    },
  ];
}

function mailTroubles({ mail }: DatabaseFacts, server: ServerFacts | null, now: number): Trouble[] {
  const notSetUp = {
    what: "Email isn't set up.",
    fix: "Set SMTP_URL. Until then every email is saved as a file in DATA_DIR/outbox.",
  };
  const waiting = {
    what: `Emails are waiting.${mail.oldest ? ` The oldest is from ${formatAge(mail.oldest, new Date(now))}.` : ""}`,
    ...(mail.last_error && { cause: explainCause(mail.last_error, "The mail server") }),
    fix: "Send a test email below to see the mail server's answer. Nothing is lost in the meantime.",
  };
  return [
    ...(server?.mail.by === "outbox" ? [notSetUp] : []),
    ...(isLate(mail.oldest, now) || mail.failing > 0 ? [waiting] : []),
  ];
}

function answerTroubles({ answers: { error } }: DatabaseFacts): Trouble[] {
  if (error === null) return [];
  return [
    {
      what: "The mailbox that replies arrive in can't be read.",
      cause: explainCause(error, "The mailbox"),
      fix: "Check IMAP_URL. Replies stay in the mailbox, and come in once it can be read again.",
    },
  ];
}

function webhookTroubles({ webhooks: { oldest } }: DatabaseFacts, now: number): Trouble[] {
  if (oldest === null || !isLate(oldest, now)) return [];
  return [
    {
      what: `Webhook events are waiting, the oldest from ${formatAge(oldest, new Date(now))}.`,
      fix: "Open Webhooks to see what the failing receiver answered. Each event is retried for two days.",
    },
  ];
}
