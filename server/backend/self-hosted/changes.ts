import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import postgres from "postgres";
import { driverOptions } from "#server/backend/postgres/connection.ts";
import type { Log } from "#server/runtime/log.ts";
import { withTimeout } from "#server/runtime/with-timeout.ts";

/** Reported instead of a table when changes may have been missed: everything may be stale. */
const EVERYTHING = "*";

const CHANGES = "content_changed";
/** Notification that the site has new secrets (secrets/index.ts). */
export const NEW_SECRETS = "new_secrets";
const HEARTBEAT = "loading_dock_heartbeat";

/** Pause before reconnecting; it doubles with each failure, up to the heartbeat interval. */
const RETRY_MS = 300;

interface ListenOptions {
  databaseUrl: string;
  /** read for each new connection; omitted: the one in the URL */
  password?: () => string;
  /** SQL to run on each listening connection, for locks that its session holds */
  hold?: string | undefined;
  /** reloads the secrets: there are new ones, or their notification may have been missed */
  renewSecrets?: () => Promise<void>;
  /** called with the changed table, or EVERYTHING when listening works again */
  report: (table: string) => void;
  /** called when listening no longer works */
  onLost: () => void;
  log: Log;
  /** milliseconds between two heartbeats */
  beatMs?: number;
  /** milliseconds in which a heartbeat or a connection must arrive */
  answerMs?: number;
}

export interface Changes {
  /** false: a change made now may be missed */
  isListening(): boolean;
  /** milliseconds since the last confirmed heartbeat */
  age(): number;
  stop(): Promise<void>;
}

/**
 * Listens for content changes by any process: database triggers notify the channel `content_changed`
 * with the table's name. A connection can fail silently (a dropped route, a pooler in transaction
 * mode). So another connection sends it a notification every half minute, and if that doesn't arrive,
 * the listener reconnects.
 *
 * postgres.js's own `listen` gives up when its first reconnect fails, so this code manages the
 * connection itself.
 */
export async function listenForChanges(options: ListenOptions): Promise<Changes> {
  const { onLost, report, log, renewSecrets, beatMs = 30_000, answerMs = 5_000 } = options;
  const stopping = new AbortController();
  const pause = (ms: number) =>
    delay(ms, undefined, { ref: false, signal: stopping.signal }).catch(() => {});
  /** This process's secrets may be out of date. */
  let stale = false;
  const renew = async () => {
    stale = true;
    await renewSecrets?.().then(
      () => {
        stale = false;
      },
      (err) => log.error({ err }, "new secrets could not be read; retrying"),
    );
  };
  const open = async () => {
    const listener = await openListener(options, renew, answerMs);
    await renew();
    return listener;
  };
  let current: Listener | undefined = await open();
  let listening = true;
  let proved = performance.now();

  function setWorking(works: boolean, cause?: unknown) {
    if (listening === works) return;
    listening = works;
    if (works) {
      log.info("live updates work again");
      report(EVERYTHING);
    } else {
      log.warn({ err: cause }, "live updates don't work; pages are refreshed every few seconds");
      onLost();
    }
  }

  async function watch() {
    let retryMs = RETRY_MS;
    while (!stopping.signal.aborted) {
      try {
        // The password may have changed too.
        if (!current || stale) await renew();
        current ??= await open();
        await beat(options, current, answerMs);
        proved = performance.now();
        setWorking(true);
        retryMs = RETRY_MS;
        await Promise.race([current.lost, pause(beatMs)]);
      } catch (cause) {
        if (stopping.signal.aborted) return;
        setWorking(false, cause);
        await current?.end();
        current = undefined;
        await pause(retryMs);
        retryMs = Math.min(retryMs * 2, beatMs);
      }
    }
  }
  const watching = watch().finally(() => current?.end());

  return {
    isListening: () => listening,
    age: () => performance.now() - proved,
    async stop() {
      stopping.abort();
      await current?.end();
      await watching;
    },
  };
}

type Listener = Awaited<ReturnType<typeof openListener>>;

/** Rejects when the notification doesn't arrive in time. */
async function beat(login: Login, { heartbeat, lost }: Listener, answerMs: number) {
  const mark = randomUUID();
  const sql = postgres({ ...loginOptions(login), max: 1, fetch_types: false });
  try {
    const arrived = heartbeat(mark);
    const sent = sql`select pg_notify(${HEARTBEAT}, ${mark})`.then(() => arrived);
    await withTimeout(answerMs, Promise.race([sent, lost]), late);
  } finally {
    await sql.end({ timeout: 0 });
  }
}

type Login = Pick<ListenOptions, "databaseUrl" | "password">;

const loginOptions = ({ databaseUrl, password }: Login) => ({
  ...driverOptions(databaseUrl),
  ...(password && { password }),
});

async function openListener(
  login: Login & Pick<ListenOptions, "report" | "hold">,
  renew: () => void,
  answerMs: number,
) {
  const lost = Promise.withResolvers<never>();
  // Avoids an unhandled rejection when nobody is waiting.
  lost.promise.catch(() => {});
  const marks = new Map<string, () => void>();
  const options = {
    ...loginOptions(login),
    max: 1,
    idle_timeout: 0,
    max_lifetime: null,
    fetch_types: false,
    connect_timeout: answerMs / 1000,
    onclose: () => lost.reject(new Error("the listening connection was lost")),
    // Missing in the library's types, but its own `listen` is built on it.
    onnotify(channel: string, payload: string) {
      if (channel === HEARTBEAT) marks.get(payload)?.();
      else if (channel === NEW_SECRETS) renew();
      else login.report(payload);
    },
  };
  const sql = postgres(options);
  const end = () => sql.end({ timeout: 0 });
  try {
    await withTimeout(
      answerMs,
      sql
        .unsafe(
          `listen ${CHANGES}; listen ${HEARTBEAT}; listen ${NEW_SECRETS}; ${login.hold ?? ""}`,
        )
        .simple(),
      late,
    );
  } catch (error) {
    await end();
    throw error;
  }
  return {
    /** only ever rejects */
    lost: lost.promise,
    /** Resolves when the heartbeat with this mark arrives. */
    heartbeat: (mark: string) =>
      new Promise<void>((resolve) => {
        marks.clear();
        marks.set(mark, resolve);
      }),
    end,
  };
}

const late = () => new Error("the database did not answer in time");
