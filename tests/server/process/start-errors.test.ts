import { spawn } from "node:child_process";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, inject, test } from "vitest";
import { connect } from "#server/backend/postgres/connection.ts";
import { explainStart } from "#server/runtime/start-errors.ts";
import { createTestDatabase, dropTestDatabase } from "#tests/support/cluster.ts";
import { temporaryFolder } from "#tests/support/folder.ts";
import { compiled } from "#tests/support/programs.ts";

let dataDir: string;
beforeEach(async () => {
  dataDir = await temporaryFolder();
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

/**
 * Starts the server and waits until it exits.
 * @param limits shell commands to run first
 * @param opened called if it starts after all
 */
function startToEnd(
  settings: Record<string, string> = {},
  {
    limits = "true",
    opened = () => {},
  }: { limits?: string; opened?: (stop: () => void) => void } = {},
) {
  const child = spawn("sh", ["-c", `${limits}; exec "$0" server/index.ts`, process.execPath], {
    env: {
      PATH: process.env.PATH,
      TMPDIR: process.env.TMPDIR,
      PORT: "0",
      WORKERS: "1",
      DATA_DIR: dataDir,
      ...compiled,
      ...settings,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let printed = "";
  const read = (chunk: Buffer) => {
    printed += chunk.toString();
    if (printed.includes("is running at")) opened(() => child.kill("SIGTERM"));
  };
  child.stdout.on("data", read);
  child.stderr.on("data", read);
  return new Promise<{ code: number | null; said: string[] }>((resolve) => {
    child.once("close", (code) => {
      const said = printed.trim().split("\n");
      resolve({ code, said: said.filter((line) => !line.startsWith("{")) });
    });
  });
}

const refusal = (sentence: RegExp) => ({ code: 1, said: [expect.stringMatching(sentence)] });

/** A server that runs `answer` on each connection. */
async function withServer(answer: (socket: Socket) => void, work: (url: string) => Promise<void>) {
  const server = createServer((socket) => {
    socket.on("error", () => {});
    answer(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await work(`postgresql://user:password@127.0.0.1:${port}/site`);
  server.close();
}

/** An ErrorResponse in PostgreSQL's protocol, as PgBouncer writes it. */
function errorResponse(code: string, message: string): Buffer {
  const fields = Buffer.from(`SFATAL\0C${code}\0M${message}\0\0`);
  const length = Buffer.alloc(4);
  length.writeInt32BE(fields.length + 4);
  return Buffer.concat([Buffer.from("E"), length, fields]);
}

describe("prints one sentence and exits with 1 when it can't start", () => {
  test("names a pooler that refuses a startup parameter", () =>
    withServer(
      (socket) =>
        socket.once("data", () =>
          socket.end(errorResponse("08P01", "unsupported startup parameter: search_path")),
        ),
      async (url) => {
        expect(await startToEnd({ DATABASE_URL: url })).toEqual(
          refusal(
            /^DATABASE_URL leads to a pooler that refuses the startup parameter search_path\. Set ignore_startup_parameters = search_path and pool_mode = session /,
          ),
        );
      },
    ));

  test("a pooler without the user", () =>
    withServer(
      (socket) =>
        socket.once("data", () => socket.end(errorResponse("08P01", "SASL authentication failed"))),
      async (url) => {
        expect(await startToEnd({ DATABASE_URL: url })).toEqual(
          refusal(/^DATABASE_URL cannot be used: the pooler refused the connection \(SASL auth/),
        );
      },
    ));

  test("a server that accepts connections and drops them", () =>
    withServer(
      (socket) => socket.once("data", () => socket.destroy()),
      async (url) => {
        expect(await startToEnd({ DATABASE_URL: url })).toEqual(
          refusal(/^DATABASE_URL cannot be used: the server there isn't PostgreSQL\./),
        );
      },
    ));

  test("a database that a newer version of the program has migrated", async () => {
    const databaseUrl = await createTestDatabase(inject("clusterUrl"));
    const sql = connect(databaseUrl, 1);
    await sql`insert into supabase_migrations.schema_migrations (version, name)
      values ('20991231000000', 'of_tomorrow')`;
    await sql`update loading_dock.state set value = 'of tomorrow' where key = 'bootstrap'`;
    const newer = { version: "9.9.9", commit: "c0ffee1234", newest: "20991231000000" };
    await sql`update loading_dock.state set value = ${JSON.stringify(newer)} where key = 'program'`;
    expect(await startToEnd({ DATABASE_URL: databaseUrl })).toEqual(
      refusal(
        /^The database was migrated by a newer version of this program, 9\.9\.9 \(commit c0ffee12, migrations to 20991231000000\), with migration 20991231000000, which this version doesn't have\. This is \d+\.\d+\.\d+ \(.*npm run rollback/,
      ),
    );
    const [bootstrap] = await sql`select value from loading_dock.state where key = 'bootstrap'`;
    expect(bootstrap?.value, "nothing was written").toBe("of tomorrow");
    await sql.end();
    await dropTestDatabase(databaseUrl);
  });

  test("uploaded files without their database", async () => {
    await mkdir(join(dataDir, "media"));
    await writeFile(join(dataDir, "media", "box.png"), "");
    expect(await startToEnd()).toEqual(
      refusal(/holds uploaded files, but its database \(.*postgres\) is gone\. .*npm run restore/),
    );
  });

  test("too few file descriptors", async () => {
    expect(await startToEnd({}, { limits: "ulimit -n 40" })).toEqual(
      refusal(/^This program's limit of open files is too low\. .*ulimit -n 1024/),
    );
  });

  test("data of another PostgreSQL", async () => {
    expect((await startToEnd({}, { opened: (stop) => stop() })).code).toBe(0);
    const file = join(dataDir, "postgres", "PG_VERSION");
    const version = (await readFile(file, "utf8")).trim();
    await writeFile(file, "12\n");
    expect(await startToEnd()).toEqual(
      refusal(
        new RegExp(
          `from PostgreSQL 12, but this program includes PostgreSQL ${version}\\.\\d+\\. `,
        ),
      ),
    );
  });
});

// Only a superuser can fill a disk, so these errors were copied from a full one (a tmpfs of 20 MB).
test.each([
  [Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" })],
  [
    new Error(
      'The database could not be made: FATAL:  could not write to file "pg_wal/xlogtemp.1": No space left on device',
    ),
  ],
  [
    new Error(
      'FATAL:  could not extend file "base/1/2691": wrote only 4096 of 8192 bytes at block 9 HINT:  Check free disk space.',
    ),
  ],
  [
    new Error("Migration 1_a.sql failed and was undone", {
      cause: Object.assign(new Error("could not extend file"), { code: "53100" }),
    }),
  ],
])("reports a full disk in one sentence: %s", (cause) => {
  expect(explainStart(cause)).toMatchObject({
    name: "SettingError",
    message: expect.stringMatching(/^The disk is full\. Free up space/),
  });
});

test("keeps the stack of an unknown error", () => {
  const cause = new TypeError("undefined is not a function");
  expect(explainStart(cause)).toBe(cause);
});
