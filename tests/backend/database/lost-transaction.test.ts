import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { createTestDatabase, dropTestDatabase } from "#tests/support/cluster.ts";

let databaseUrl: string;
beforeAll(async () => {
  databaseUrl = await createTestDatabase(inject("clusterUrl"));
});
afterAll(() => dropTestDatabase(databaseUrl));

/**
 * A process whose database drops a connection in a transaction, as a crash would. Once the process knows, the
 * transaction sends one more statement, which postgres.js writes in a later turn.
 */
const program = (begin: string) => `
  import { connect } from "#server/backend/postgres/connection.ts";
  import { exitWithMessage, surviveFaults } from "#server/runtime/lifecycle.ts";
  import { createLog } from "#server/runtime/log.ts";
  process.on("uncaughtException", exitWithMessage);
  ${begin}
  const [sql, other] = [connect(process.env.URL, 1), connect(process.env.URL, 1)];
  const closed = Promise.withResolvers();
  const sent = Promise.withResolvers();
  const committed = await sql.begin(async (tx) => {
    const [row] = await tx\`select pg_backend_pid() as pid\`;
    await other\`select pg_terminate_backend(\${row.pid})\`;
    await closed.promise;
    tx\`select 1\`.catch(() => {});
    // Not injected: postgres.js writes the statement in the turn before this one.
    setImmediate(sent.resolve);
  }).catch((error) => error.code);
  closed.resolve();
  await sent.promise;
  console.log("lives:", committed, (await other\`select 1 as one\`)[0].one);
  process.exit();`;

const run = async (begin: string) => {
  const args = ["--input-type=module", "-e", program(begin)];
  const env = { PATH: process.env.PATH, URL: databaseUrl };
  return (await promisify(execFile)(process.execPath, args, { env })).stdout;
};

test("reports a database lost during a transaction, and keeps serving", async () => {
  const said = await run('surviveFaults(createLog("warn"));');
  expect(said).toContain("lives: CONNECTION_CLOSED 1");
  expect(said).toContain("a database connection was lost in the middle of a transaction");
});

test("ends the process on an unexpected error, with its stack", async () => {
  // Not injected: The turn in which the error is thrown.
  const fault = 'surviveFaults(createLog("warn")); setImmediate(() => null.write());';
  await expect(run(fault)).rejects.toThrow("reading 'write'");
});

/** What postgres.js throws, uncatchably, while a command waits for its transaction. */
const lostWrite = `
  import { runInThisContext } from "node:vm";
  const filename = "/node_modules/postgres/src/connection.js";
  // Not injected: The turn in which the error is thrown.
  setImmediate(runInThisContext("(function nextWrite() { null.write(); })", { filename }));`;

test("cleans up and reports when a command loses the database", async () => {
  const work = `${lostWrite}
    import { command } from "#server/cli/command.ts";
    await command(async () => {
      try {
        // Not injected: Two turns: the error is thrown in the first.
        await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
        throw Object.assign(new Error("write CONNECTION_CLOSED"), { code: "CONNECTION_CLOSED" });
      } finally {
        console.log("cleaned up");
      }
    });`;
  const ended = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", work], {
    env: { PATH: process.env.PATH },
  }).catch((error) => error);
  expect(ended).toMatchObject({ code: 1, stdout: "cleaned up\n" });
  expect(ended.stderr).not.toContain("reading 'write'");
});

test("a start that loses the database ends with the transaction's error", async () => {
  const start = `${lostWrite}
    import { exitWithMessage } from "#server/runtime/lifecycle.ts";
    process.on("uncaughtException", exitWithMessage);
    // Not injected: Two turns: the error is thrown in the first.
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
    console.log("closed");`;
  const args = ["--input-type=module", "-e", start];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  expect(stdout).toBe("closed\n");
});
