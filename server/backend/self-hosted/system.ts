import { mkdir } from "node:fs/promises";
import { sign, verify } from "hono/jwt";
import { diskOf, reservedBytes } from "#server/backend/disk-space.ts";
import { SERVICE, transactionAs } from "#server/backend/postgres/caller.ts";
import { type Pool, type Query, queryOn } from "#server/backend/postgres/pool.ts";
import { toWeb } from "#server/backend/streams.ts";
import type { Env } from "#server/runtime/env.ts";
import { errorLogged, type LoggedError } from "#server/runtime/signals.ts";
import { version } from "#server/runtime/version.ts";
import { workerTopic } from "#server/runtime/workers/siblings.ts";
import type { HostSystem, LastError } from "#supabase/functions/_shared/host.ts";
import type { Backups } from "./backup/index.ts";
import type { Changes } from "./changes.ts";
import { historyChecked } from "./history-check.ts";

const TICKET_SECONDS = 60;
/** Keeps tickets and session tokens from being used in place of each other. */
const TICKET_FOR = "backup";

interface Parts {
  kind: "embedded" | "database";
  env: Env;
  pool: Pool;
  apiPool: Pool;
  query: Query;
  changes: Changes;
  backups: Backups;
  signing: { readonly jwtSecret: string };
  rotateSecrets: HostSystem["rotateSecrets"];
}

/** What the functions for the System screen can use of this server. */
export function hostSystem(parts: Parts): HostSystem {
  const { kind, env, pool, apiPool, query, changes, backups, signing, rotateSecrets } = parts;
  const lastErrors = rememberErrors();
  /** @returns the backup that the link opens; undefined the second time */
  const spendLink = (download: string) =>
    transactionAs(pool, SERVICE, async (client) => {
      const [row] = await queryOn(client)<{ backup: string | null }>`
        select public.backup_link_use(${download}) as backup`;
      return row?.backup ?? undefined;
    });
  return {
    async status() {
      await mkdir(env.dataDir, { recursive: true });
      const [mail] = await query<{ waiting: number; oldest: Date | null }>`
        select count(*)::int as waiting, min(created_at) as oldest from loading_dock.auth_mail`;
      const history = await historyChecked(pool);
      return {
        kind,
        version,
        node: process.versions.node,
        uptime: Math.round(process.uptime()),
        memory: process.memoryUsage.rss(),
        disk: { ...(await diskOf(env.dataDir)), kept: reservedBytes(env) },
        pool: {
          total: pool.totalCount + apiPool.totalCount,
          idle: pool.idleCount + apiPool.idleCount,
          waiting: pool.waitingCount + apiPool.waitingCount,
        },
        changes: { heard: changes.isListening(), age: Math.round(changes.age() / 1000) },
        mail: {
          waiting: mail?.waiting ?? 0,
          oldest: mail?.oldest?.toISOString() ?? null,
          by: env.smtpUrl ? "smtp" : "outbox",
        },
        backups: {
          place: backups.place,
          encrypted: backups.encrypted,
          next: (await backups.next())?.toISOString() ?? null,
        },
        history: {
          checked: history?.checked_at.toISOString() ?? null,
          gaps: history?.rows ?? 0,
          labels: [...new Set(history?.examples.flatMap(({ label }) => label ?? []))],
        },
        errors: lastErrors(),
      };
    },
    beginBackup: backups.begin,
    hasBackup: backups.has,
    backupTicket(download) {
      const exp = Math.floor(Date.now() / 1000) + TICKET_SECONDS;
      return sign({ aud: TICKET_FOR, download, exp }, signing.jwtSecret, "HS256");
    },
    async openBackup(ticket) {
      const wanted = { alg: "HS256", aud: TICKET_FOR } as const;
      const claims = await verify(ticket, signing.jwtSecret, wanted).catch(() => undefined);
      const { download } = claims ?? {};
      const backup = typeof download === "string" && (await spendLink(download));
      const found = backup && (await backups.read(backup));
      return found ? { ...found, content: toWeb(found.content) } : undefined;
    },
    rotateSecrets,
  };
}

const MOST = 20;
const LONGEST = 300;

/** Remembers the last errors of this site's workers. @returns a function that lists them, newest first */
function rememberErrors(): () => LastError[] {
  const errors: LastError[] = [];
  const remember = ({ what, cause, requestId }: LoggedError) => {
    errors.unshift({
      at: new Date().toISOString(),
      what: what.slice(0, LONGEST),
      cause: cause?.slice(0, LONGEST) ?? null,
      requestId: requestId ?? null,
    });
    errors.length = Math.min(errors.length, MOST);
  };
  const notify = workerTopic("errors", remember);
  errorLogged.listen((error) => {
    remember(error);
    notify(error);
  });
  return () => [...errors];
}
