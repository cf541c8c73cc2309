import { mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import type { Env } from "#server/runtime/env.ts";
import type { Log } from "#server/runtime/log.ts";
import { withTimeout } from "#server/runtime/with-timeout.ts";
import { diskOf, reservedBytes } from "./disk-space.ts";
import type { Mailer } from "./mail/mailer.ts";
import { SERVICE, transactionAs } from "./postgres/caller.ts";
import { type Pool, queryOn } from "./postgres/pool.ts";
import type { MediaStore } from "./storage/disk-store.ts";
import { supabaseFolder } from "./supabase-folder.ts";
import type { Backlog, Watched } from "./types.ts";

interface Parts {
  env: Env;
  /** by name */
  pools: Record<string, Pool>;
  /** the one that the checks query */
  pool: Pool;
  limiters: () => NonNullable<Watched["server"]>["limiters"];
  changes: { isListening(): boolean; age(): number };
  files: Pick<MediaStore, "check">;
  mailer: Pick<Mailer, "failingSince">;
  /** the state of the backups, given what the database reports */
  backups: (known: unknown) => NonNullable<Watched["known"]>["backups"];
  log: Log;
}

/** Requests within this time share one result: anybody may request /readyz, as often as they like. */
const KEEP_MS = 1_000;
/** Every S3 request costs a little. */
const KEEP_FILES_MS = { disk: 15_000, s3: 60_000 };
const WITHIN_MS = 2_000;

const instant = z.preprocess((value) => value ?? undefined, z.coerce.date().optional());
const backlog = z.object({ waiting: z.number(), failing: z.number(), oldest: instant });
const history = z.preprocess(
  (value) => value ?? undefined,
  z.object({ checked_at: z.coerce.date(), rows: z.number() }).optional(),
);
const waits = z.object({
  mail: backlog,
  webhooks: backlog,
  /** omitted by a database that lacks the migration */
  mailbox: z.object({ readable: z.boolean() }).optional(),
  migrations: z.array(z.string()),
});

/** Checks everything the server depends on. The result never rejects, and takes about two seconds at most. */
export async function createHealthChecks(parts: Parts): Promise<() => Promise<Watched>> {
  const { env, pools, pool, limiters, changes, files, mailer, backups, log } = parts;
  const known = new Set(await migrationVersions());

  const warnUnchecked = (what: string) => (err: unknown) => {
    log.warn({ err }, `${what} could not be checked`);
    return undefined;
  };

  async function askDatabase(): Promise<Watched["known"]> {
    return transactionAs(pool, SERVICE, async (client) => {
      const query = queryOn(client);
      const [row] = await query`
        select public.what_waits() as waits, public.backup_known() as backups,
          public.history_checked() as history`;
      const { mail, webhooks, mailbox, migrations } = waits.parse(row?.waits);
      const checked = history.parse(row?.history);
      await query`set local role none`;
      const [accounts] = await query`
        select count(*)::int as waiting, count(*) filter (where attempts > 1)::int as failing,
          min(created_at) as oldest
        from loading_dock.auth_mail`;
      return {
        mail: together(mail, backlog.parse(accounts)),
        webhooks,
        backups: backups(row?.backups),
        mailbox: env.inbound.imapUrl ? mailbox : undefined,
        history: checked && { checked: checked.checked_at, gaps: checked.rows },
        migrations: {
          missing: [...known].filter((version) => !migrations.includes(version)).length,
          unknown: migrations.filter((version) => !known.has(version)).length,
        },
      };
    });
  }

  async function askDisk() {
    await mkdir(env.dataDir, { recursive: true });
    return { ...(await diskOf(env.dataDir)), kept: reservedBytes(env) };
  }

  const filesTrouble = cachedFor(env.s3 ? KEEP_FILES_MS.s3 : KEEP_FILES_MS.disk, () =>
    inTime(files.check()).then(
      () => undefined,
      (err: Error) => {
        const trouble = err === LATE ? "The file storage isn't responding in time." : err.message;
        log.error({ err: err.cause }, `files can't be stored: ${trouble}`);
        return trouble;
      },
    ),
  );
  // Logs a wrong setting at startup. Leads need no files, so the server starts anyway.
  await filesTrouble();

  return cachedFor(KEEP_MS, async () => {
    const [found, disk, trouble] = await Promise.all([
      inTime(askDatabase()).catch(warnUnchecked("the database")),
      inTime(askDisk()).catch(warnUnchecked("the disk")),
      filesTrouble(),
    ]);
    return {
      answers: found !== undefined,
      known: found,
      server: {
        pools: Object.entries(pools).map(([name, each]) => ({
          name,
          most: each.options.max,
          busy: each.totalCount - each.idleCount,
          idle: each.idleCount,
          waiting: each.waitingCount,
        })),
        limiters: limiters(),
        changes: { heard: changes.isListening(), age: changes.age() / 1000 },
        disk,
        mailFailingSince: mailer.failingSince(),
        filesTrouble: trouble,
      },
    };
  });
}

const together = (one: Backlog, other: Backlog): Backlog => ({
  waiting: one.waiting + other.waiting,
  failing: one.failing + other.failing,
  oldest: [one.oldest, other.oldest].filter((date) => date !== undefined).sort(byTime)[0],
});

const byTime = (a: Date, b: Date) => a.getTime() - b.getTime();

async function migrationVersions(): Promise<string[]> {
  const names = await readdir(join(supabaseFolder, "migrations"));
  return names.flatMap((name) => /^(\d+)_.+\.sql$/.exec(name)?.[1] ?? []);
}

const LATE = new Error("no answer in time");

const inTime = <T>(work: Promise<T>) => withTimeout(WITHIN_MS, work, () => LATE);

/** Shares one result among all callers while the work runs, and for `ms` afterward. */
function cachedFor<T>(ms: number, work: () => Promise<T>): () => Promise<T> {
  let last: Promise<T> | undefined;
  let until = 0;
  return () => {
    if (last && performance.now() < until) return last;
    until = Number.POSITIVE_INFINITY;
    last = work().finally(() => {
      until = performance.now() + ms;
    });
    return last;
  };
}
