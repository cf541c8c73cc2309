import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect, type Sql } from "#server/backend/postgres/connection.ts";
import { createTestDatabase, dropTestDatabase } from "./cluster.ts";
import { readOutbox } from "./mail/outbox.ts";
import { compiled } from "./programs.ts";

/** The built server, running in its own process with its own database. */
export interface Site {
  url: string;
  dataDir: string;
  /** a superuser's connection for setup and checks; bypasses row-level security */
  sql: Sql;
  /** the messages written so far, oldest first, parsed */
  outbox(): ReturnType<typeof readOutbox>;
  /** the server's process id */
  pid: number;
  /** everything the server printed */
  printed(): string;
  /** Stops the server but not its database. @returns the exit code; null after a signal */
  end(): Promise<number | null>;
  stop(): Promise<void>;
}

/**
 * Starts the built server on a clone of the template database and waits until it is ready.
 * @param settings environment variables besides the defaults
 * @param through maps the direct database URL to the one that the server uses
 */
export async function startSite(
  clusterUrl: string,
  settings: Record<string, string> = {},
  through: (databaseUrl: string) => Promise<string> = async (direct) => direct,
): Promise<Site> {
  const databaseUrl = await createTestDatabase(clusterUrl);
  const dataDir = await mkdtemp(join(tmpdir(), "ld-site-"));
  const removeData = async () => {
    await dropTestDatabase(databaseUrl);
    await rm(dataDir, { recursive: true, force: true });
  };
  const child = spawn(process.execPath, ["server/index.ts"], {
    env: {
      PATH: process.env.PATH,
      TMPDIR: process.env.TMPDIR,
      NODE_ENV: "production",
      PORT: "0",
      DATA_DIR: dataDir,
      DATABASE_URL: await through(databaseUrl),
      SECOND_FACTOR_KEY: "a-key-that-all-processes-of-a-site-share",
      RATE_LIMITS: "off",
      // Webhook receivers in tests are local servers.
      WEBHOOKS_TO: "anywhere",
      ...compiled,
      ...settings,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let printed = "";
  const url = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      printed += chunk.toString();
      const opened = /running at (\S+)/.exec(printed);
      if (opened?.[1]) resolve(opened[1]);
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    child.once("exit", () => reject(new Error(`the server did not start:\n${printed}`)));
  }).catch(async (error) => {
    await removeData();
    throw error;
  });
  const sql = connect(databaseUrl, 2);
  const exited = new Promise<number | null>((resolve) => child.once("exit", resolve));
  const end = () => {
    child.kill("SIGTERM");
    return exited;
  };
  return {
    url,
    dataDir,
    sql,
    outbox: () => readOutbox(dataDir),
    pid: child.pid as number,
    printed: () => printed,
    end,
    async stop() {
      await sql.end();
      await end();
      await removeData();
    },
  };
}
