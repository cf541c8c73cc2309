import { afterAll, afterEach, beforeAll, vi } from "vitest";
import type { Clock } from "#server/backend/inbound/clock.ts";
import { readMailbox } from "#server/backend/inbound/mailbox.ts";
import { createLog } from "#server/runtime/log.ts";
import type { Host } from "#supabase/functions/_shared/host.ts";
import { openTestBackend, type TestBackend } from "#tests/support/backend.ts";
import { now } from "#tests/support/clock.ts";
import { fakeImap } from "#tests/support/stand-ins/imap.ts";

export let site: TestBackend;
/** What the database's functions answer instead, by their name; undefined: their own answer. */
export let instead: (name: string) => Response | Promise<Response | undefined> | undefined;
const stops: (() => Promise<void>)[] = [];
const servers: { close(): void }[] = [];

export function withMailboxes() {
  beforeAll(async () => {
    site = await openTestBackend();
  });
  afterEach(async () => {
    for (const stop of stops.splice(0)) await stop();
    for (const server of servers.splice(0)) server.close();
    instead = () => undefined;
    await site.sql`update private.inbound_mailbox set holder = null, held_until = null, validity = null,
      uid = null, checked_at = null, error = null`;
    await site.sql`delete from public.inbound_mails`;
    await site.sql`delete from private.inbound_digests`;
  });
  afterAll(() => site.close());
  instead = () => undefined;
}

export function answerInstead(change: typeof instead) {
  instead = change;
}

/** A mailbox that is closed after the test. */
export async function openMailbox(...given: Parameters<typeof fakeImap>) {
  const imap = await fakeImap(...given);
  servers.push(imap);
  return imap;
}

export type Mailbox = Awaited<ReturnType<typeof openMailbox>>;

/** An email whose content is unique to `name`. */
export const email = (name: string) =>
  [
    `Message-ID: <${name}@mail.example.net>`,
    "From: ana@example.net",
    "To: reply@example.com",
    `Subject: ${name}`,
    "Date: Sun, 29 Nov 2026 05:00:00 +0000",
    "",
    `Words of ${name}`,
    "",
  ].join("\r\n");

/** Adds emails that arrive now. */
export const deliver = (imap: Mailbox, ...names: string[]) =>
  names.map((name) => imap.deliver(email(name), now()));

/** A server's host: the database's functions, called as with the secret key. */
const host: Host = {
  env: (name) => (name === "SUPABASE_URL" ? "http://backend.test" : undefined),
  async fetch(url, init) {
    const name = new URL(String(url)).pathname.split("/").at(-1) ?? "";
    const answer = await instead(name);
    if (answer) return answer;
    const given = Object.entries(JSON.parse(String(init?.body)));
    const { sql } = site;
    const call = `select public.${name}(${given.map(([key], at) => `${key} => $${at + 1}`)}) as result`;
    const values = given.map(([, value]) =>
      value !== null && typeof value === "object" ? sql.json(value as never) : (value as string),
    );
    const [row] = await sql.unsafe(call, values);
    return Response.json(row?.result || null);
  },
};

/** Waits that end only when the test says so. */
function manualClock() {
  const waits = new Set<{ ms: number; end(): void }>();
  const clock: Clock = {
    now: () => now().getTime(),
    wait(ms, signal) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const wait = {
        ms,
        end() {
          waits.delete(wait);
          resolve();
        },
      };
      if (signal.aborted) resolve();
      else waits.add(wait);
      signal.addEventListener("abort", wait.end, { once: true });
      return promise;
    },
  };
  /** Waits until there is a wait of this many seconds. */
  const waiting = (seconds: number) =>
    vi.waitFor(() => {
      const found = [...waits].find(({ ms }) => ms === seconds * 1_000);
      if (!found) throw new Error(`waits: ${[...waits].map(({ ms }) => ms)}`);
      return found;
    });
  return {
    clock,
    waiting,
    /** Ends it. */
    pass: async (seconds: number) => (await waiting(seconds)).end(),
  };
}

/** Starts a process that reads the mailbox, until it is stopped or the test ends. */
export function startReading(address: string) {
  const time = manualClock();
  const lines: { level: string; msg: string; reason?: string }[] = [];
  const log = createLog("info", {
    write: (line) => {
      lines.push(JSON.parse(line));
    },
  });
  const stopping = new AbortController();
  const reading = readMailbox({ host, address, log, clock: time.clock }, stopping.signal);
  const stop = () => {
    stopping.abort();
    return reading;
  };
  stops.push(stop);
  return {
    pass: time.pass,
    waiting: time.waiting,
    lines,
    stop,
    logged: () => lines.map(({ msg, reason }) => reason ?? msg),
  };
}

/** The subjects of what is stored, oldest first. */
export const stored = async () =>
  (await site.sql`select subject from public.inbound_mails order by arrived_at`).map(
    ({ subject }) => subject,
  );

export const untilStored = (...names: string[]) =>
  vi.waitFor(async () => {
    const found = await stored();
    if (found.join() !== names.join()) throw new Error(`stored: ${found}`);
  });

/** The subjects of what is marked as read in the mailbox. */
export const read = (imap: Mailbox) =>
  imap.emails
    .filter(({ isRead }) => isRead)
    .map(({ raw }) => /^Subject: (.*)\r$/m.exec(String(raw))?.[1]);

export const stateOf = async () =>
  (
    await site.sql`select holder, validity::int, uid::int, checked_at, error from private.inbound_mailbox`
  )[0];

/** Waits until everything was read and the server waits for more. */
export const untilIdle = (imap: Mailbox, uid: number) =>
  vi.waitFor(async () => {
    const state = await stateOf();
    if (!imap.isIdle() || state?.uid !== uid) throw new Error(`at ${state?.uid}`);
  });

/** As if the last holder's process were dead for long. */
export const endLease = () =>
  site.sql`update private.inbound_mailbox set held_until = now() - interval '1 second'`;
