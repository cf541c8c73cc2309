import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Writable } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { connect, type Sql } from "../../server/backend/postgres/connection.ts";
import { runningPostgres } from "../../server/backend/postgres/running.ts";
import { NODE_FLAGS, NODE_SETTINGS } from "../node-flags.mjs";

/** A new folder that the database's system user can enter. */
export async function benchFolder(name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `${name}-`));
  await chmod(folder, 0o755);
  return folder;
}

export async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, "127.0.0.1", resolve));
  const { port } = probe.address() as { port: number };
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

/** The public API key of the server at `url`, which browsers send with their requests. */
export async function keyOf(url: string): Promise<string> {
  const login = await (await fetch(`${url}/admin/login`)).text();
  return /sb_publishable_[\w-]+/.exec(login)?.[0] ?? "";
}

/** The admin of each server started here. */
export const ADMIN = { email: "admin@example.com", password: "only-for-this-machine" };

/** A client of the server at `url`, signed in as its admin. */
export async function signedIn(url: string, admin = ADMIN) {
  const client = createClient(url, await keyOf(url), {
    auth: { persistSession: false, autoRefreshToken: false },
  });
  const { error } = await client.auth.signInWithPassword(admin);
  if (error) throw error;
  return client;
}

/** Changes the home page's headline. */
export async function setHeadline(admin: SupabaseClient, title: string): Promise<void> {
  await admin
    .from("site_content")
    .update({ content_value: title })
    .match({ page_name: "home", section_name: "hero", content_key: "title" })
    .throwOnError();
}

interface Ours {
  flags?: readonly string[];
  /** the folder of another build, to compare with this one */
  build?: string | undefined;
  /** the script to start; `scripts/start.mjs` for what `npm start` runs */
  program?: string;
  /** settings in addition to the defaults here */
  settings?: Record<string, string>;
  /** a wrapper command that starts the server, such as a shell in a cgroup */
  through?: string[];
  /** receives the server's output; if omitted, its errors are printed here */
  log?: Writable;
}

/** Starts the built server without waiting until it is ready. @param dataDir its data folder */
export function launchOurs(dataDir: string, port: number, ours: Ours = {}): ChildProcess {
  const { flags = [], build, program = "server/index.ts", settings = {}, through = [], log } = ours;
  const [file = "", ...words] = [...through, process.execPath, ...NODE_FLAGS, program, ...flags];
  const child = spawn(file, words, {
    cwd: build,
    env: {
      ...process.env,
      ...NODE_SETTINGS,
      NODE_ENV: "production",
      PORT: String(port),
      DATA_DIR: dataDir,
      WORKERS: "1",
      RATE_LIMITS: "off",
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      ...settings,
    },
    stdio: log ? ["ignore", "pipe", "pipe"] : ["ignore", "ignore", "inherit"],
  });
  for (const output of [child.stdout, child.stderr]) if (log) output?.pipe(log, { end: false });
  return child;
}

/**
 * Starts the built server and resolves when it is ready.
 * @param folder its data goes into a subfolder called `name`
 * @param options `port`; a free one by default
 */
export async function startOurs(
  folder: string,
  name: string,
  { port, ...ours }: Ours & { port?: number } = {},
) {
  const listens = port ?? (await freePort());
  const child = launchOurs(join(folder, name), listens, ours);
  const url = `http://localhost:${listens}`;
  await untilServed(`${url}/readyz`, child, "the server");
  return { child, url };
}

/** Starts the built server on a new data folder. Where its scope ends, the server is ended and its data removed. */
export async function openOurs(name: string, ours: Ours = {}) {
  const folder = await benchFolder(name);
  const { child, url } = await startOurs(folder, "site", ours);
  return {
    folder,
    dataDir: join(folder, "site"),
    child,
    url,
    async [Symbol.asyncDispose]() {
      await end(child);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Whether `url` returns a success status. */
export const isServed = (url: string): Promise<boolean> =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );

/** Waits until `url` returns a success status. @throws when `child`, called `name`, ends first */
export const untilServed = (url: string, child: ChildProcess, name: string) =>
  until(
    () => isServed(url),
    () => (hasEnded(child) ? `${name} did not start` : undefined),
  );

/** Waits until `met` returns neither undefined nor false. @throws the message from `ended` */
export async function until<T>(
  met: () => Promise<T | undefined | false>,
  ended: () => string | undefined = () => undefined,
): Promise<T> {
  for (;;) {
    const found = await met();
    if (found !== undefined && found !== false) return found;
    const reason = ended();
    if (reason !== undefined) throw new Error(reason);
    await pause(10);
  }
}

export const hasEnded = ({ exitCode, signalCode }: ChildProcess) =>
  exitCode !== null || signalCode !== null;

/** Ends a process, and waits until it has exited. */
export async function end(child: ChildProcess, how: NodeJS.Signals = "SIGTERM"): Promise<void> {
  if (hasEnded(child)) return;
  const ended = once(child, "exit");
  child.kill(how);
  await ended;
}

/** Ends servers or other processes, and waits until they have exited. */
export const endAll = (children: readonly ChildProcess[]) =>
  Promise.all(children.map((child) => end(child)));

/** The resident memory of a process, in MB. */
export async function memoryOf({ pid }: ChildProcess): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
}

/** Superuser connections to the database that a server created in `dataDir`. */
export async function databaseOf(dataDir: string, connections = 1): Promise<Sql> {
  const password = await readFile(join(dataDir, "database-password"), "utf8");
  const url = runningPostgres(join(dataDir, "postgres"), password);
  if (!url) throw new Error("the server has no database of its own");
  return connect(url, connections);
}

/** Adds numbered leads with messages of about 350 characters. */
export const addLeads = (sql: Sql, count: number) => sql`
  insert into public.contact_submissions
    (name, email, business_name, monthly_volume, platforms, message)
  select 'Sender ' || n, 'sender' || n || '@example.com', 'Shop ' || n, '101-500',
    array['TikTok Shop', 'Shopify'], repeat(md5(n::text) || ' ', 1 + n % 20)
  from generate_series(1, ${count}::int) n`;

/** A CSV file of `leads` leads, like an export from another system. */
export function leadsFile(leads: number): string {
  const rows = Array.from(
    { length: leads },
    (_, n) =>
      `Seller ${n},seller${n}@example.com,Shop ${n},101-500,"Etsy, Shopify","What does a parcel cost? Call 555 01${n}",2024-01-01`,
  );
  return ["name,email,company,volume,platforms,message,date", ...rows].join("\n");
}
