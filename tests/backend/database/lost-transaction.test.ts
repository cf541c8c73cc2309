import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { createTestDatabase, dropTestDatabase } from "#tests/support/cluster.ts";

let databaseUrl: string;
beforeAll(async () => {
  databaseUrl = await createTestDatabase(inject("clusterUrl"));
});
afterAll(() => dropTestDatabase(databaseUrl));

/** A process whose database ends a connection that stands in a transaction, as a crash would. */
const program = (begin: string) => `
  import { connect } from "#server/backend/postgres/connection.ts";
  import { exitInWords, surviveFaults } from "#server/runtime/lifecycle.ts";
  import { createLog } from "#server/runtime/log.ts";
  process.on("uncaughtException", exitInWords);
  ${begin}
  const [sql, other] = [connect(process.env.URL, 1), connect(process.env.URL, 1)];
  const told = await sql.begin(async (tx) => {
    const [row] = await tx\`select pg_backend_pid() as pid\`;
    await other\`select pg_terminate_backend(\${row.pid})\`;
    await new Promise((resolve) => setTimeout(resolve, 200));
    await tx\`select 1\`;
  }).catch((error) => error.code);
  await new Promise((resolve) => setTimeout(resolve, 200));
  console.log("lives:", told, (await other\`select 1 as one\`)[0].one);
  process.exit();`;

const run = async (begin: string) => {
  const args = ["--input-type=module", "-e", program(begin)];
  const env = { PATH: process.env.PATH, URL: databaseUrl };
  return (await promisify(execFile)(process.execPath, args, { env })).stdout;
};

test("a database that is lost in the middle of a transaction is told, and ends no server", async () => {
  const said = await run('surviveFaults(createLog("warn"));');
  expect(said).toMatch(/lives: (CONNECTION_CLOSED|57P01) 1/);
  expect(said).toContain("a database connection was lost in the middle of a transaction");
});

test("what nobody foresaw ends the process, with its stack", async () => {
  const fault = 'surviveFaults(createLog("warn")); setImmediate(() => null.write());';
  await expect(run(fault)).rejects.toThrow("reading 'write'");
});
