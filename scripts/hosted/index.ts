// `npm run test:hosted`: runs the Supabase CLI and Deno, both from npm, against a PostgreSQL set up like a
// hosted project. The README lists what this can't verify.
import { connect } from "#server/backend/postgres/connection.ts";
import { people } from "#tests/support/people.ts";
import { checkProject } from "../conformance/check.ts";
import { must, same, step, summary } from "../tools/steps.ts";
import { checkCalls } from "./calls.ts";
import { checkBefore, checkFindings, checkOtherWay, checkPush, createCli } from "./cli.ts";
import { checkClocks } from "./clocks.ts";
import { createEdge, functionNames } from "./edge.ts";
import { checkFiles } from "./files.ts";
import { KEYS, openFront } from "./front.ts";
import { debianPostgres, type Programs, startProjectPostgres } from "./postgres.ts";
import { makeProject } from "./project.ts";
import { exposeNewTables, rightsOf } from "./rights.ts";
import { installTools, VERSIONS } from "./tools.ts";

const debian = debianPostgres();
const tools = installTools();
const cli = createCli(tools.supabase);
const edge = createEdge(tools.deno);
const clusters: { stop(): void }[] = [];
const openProject = async (programs: Programs) => {
  const cluster = await startProjectPostgres(programs);
  clusters.push(cluster);
  const origin = await makeProject(cluster.url);
  return { url: cluster.url, owner: cluster.url("postgres"), origin };
};

try {
  const project = await openProject(debian);
  await exposeNewTables(project.owner, false);
  console.log(
    `Supabase CLI ${VERSIONS.supabase}, Deno ${VERSIONS.deno}, PostgreSQL ${debian.major} and ${tools.postgres.major}; accounts and files by ${project.origin}.`,
  );
  await checkPush(cli, project.owner);
  await checkFindings(cli, project.owner);
  await checkClocks(project.owner);

  const other = await openProject(tools.postgres);
  console.log(
    `PostgreSQL ${tools.postgres.major}, in a project that exposes new tables automatically:`,
  );
  await checkPush(cli, other.owner);
  await checkOtherWay(cli, (await openProject(tools.postgres)).owner);
  for (const ran of [
    { words: "the 83 published migrations", newest: "20261126080000" },
    { words: "all 93 before the baseline", newest: "20261127060100" },
  ])
    await checkBefore(tools.supabase, (await openProject(tools.postgres)).owner, ran);
  await step("rights and policies are the same as there", async () => {
    const [here, there] = [await rightsOf(project.owner), await rightsOf(other.owner)];
    same(
      here.filter((line) => !there.includes(line)),
      [],
    );
    same(
      there.filter((line) => !here.includes(line)),
      [],
    );
    return `${here.length} lines`;
  });

  for (const name of functionNames)
    await step(`deno check ${name}`, async () => {
      const said = await edge.check(name);
      must(said === "", said);
    });
  const front = await openFront(project.url, edge.at);
  await step("deno serve starts every function", () => edge.serve(front.url));
  await step("npm run conformance finds no difference", async () => {
    const asked = { url: front.url, key: KEYS.publishable, credentials: people };
    const { results } = await checkProject(asked);
    const of = (verdict: string) => results.filter((one) => one.verdict === verdict);
    same(of("differs"), []);
    return `${of("holds").length} cells hold, ${of("unknown").length} can't be checked from outside`;
  });
  const sql = connect(project.owner, 1);
  await checkCalls(front, sql);
  await checkFiles(sql);
  await sql.end();
  await front.close();
} finally {
  edge.close();
  for (const cluster of clusters) cluster.stop();
}
process.exit(summary());
