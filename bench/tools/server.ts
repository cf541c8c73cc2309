import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, readFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@supabase/supabase-js";
import { NODE_FLAGS, NODE_SETTINGS } from "../../scripts/node-flags.mjs";
import { connect, type Sql } from "../../server/backend/postgres/connection.ts";
import { runningPostgres } from "../../server/backend/postgres/running.ts";

/** A new folder that the database's own user may enter too. */
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

const ADMIN = { email: "admin@example.com", password: "only-for-this-measurement" };

/** A client of the server at `url`, signed in as its admin. */
export async function signedIn(url: string, admin = ADMIN) {
  const login = await (await fetch(`${url}/admin/login`)).text();
  const client = createClient(url, /sb_publishable_[\w-]+/.exec(login)?.[0] ?? "", {
    auth: { persistSession: false, autoRefreshToken: false },
  });
  const { error } = await client.auth.signInWithPassword(admin);
  if (error) throw error;
  return client;
}

interface Ours {
  flags?: readonly string[];
  /** the folder of another build, to be measured beside this one */
  build?: string | undefined;
  /** what is started; `scripts/start.mjs` as `npm start` does it */
  program?: string;
  /** settings besides those of every measurement */
  settings?: Record<string, string>;
  /** left out: a free one */
  port?: number;
  /** a program and its words that start the server in its place, such as a shell in a cgroup */
  through?: string[];
}

/**
 * Starts the built server and resolves when it is ready to serve.
 * @param folder where its data goes, in a folder called `name`
 */
export async function startOurs(folder: string, name: string, ours: Ours = {}) {
  const { flags = [], build, program = "server/index.ts", settings = {}, through = [] } = ours;
  const port = ours.port ?? (await freePort());
  const [file = "", ...words] = [...through, process.execPath, ...NODE_FLAGS, program, ...flags];
  const child = spawn(file, words, {
    cwd: build,
    env: {
      ...process.env,
      ...NODE_SETTINGS,
      NODE_ENV: "production",
      PORT: String(port),
      DATA_DIR: join(folder, name),
      RATE_LIMITS: "off",
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      ...settings,
    },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const url = `http://localhost:${port}`;
  for (;;) {
    const answer = await fetch(`${url}/readyz`).catch(() => undefined);
    if (answer?.ok) return { child, url };
    if (child.exitCode !== null) throw new Error("the server did not start");
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** Ends servers, or whatever else was started, and waits until they are gone. */
export async function endAll(children: readonly ChildProcess[]): Promise<void> {
  for (const child of children) child.kill("SIGTERM");
  await Promise.all(children.map((child) => child.exitCode ?? once(child, "exit")));
}

/** MB that the system counts for a process. */
export async function memoryOf({ pid }: ChildProcess): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
}

/** A superuser's connection to the database that a server of `startOurs` has made in `folder`/`name`. */
export async function databaseOf(folder: string, name: string): Promise<Sql> {
  const dataDir = join(folder, name);
  const password = await readFile(join(dataDir, "database-password"), "utf8");
  const url = runningPostgres(join(dataDir, "postgres"), password);
  if (!url) throw new Error("the server has no database of its own");
  return connect(url, 1);
}

/** Leads by number, with messages of some 500 characters. */
export const addLeads = (sql: Sql, count: number) => sql`
  insert into public.contact_submissions
    (name, email, business_name, monthly_volume, platforms, message)
  select 'Sender ' || n, 'sender' || n || '@example.com', 'Shop ' || n, '101-500',
    array['TikTok Shop', 'Shopify'], repeat(md5(n::text) || ' ', 1 + n % 20)
  from generate_series(1, ${count}::int) n`;
