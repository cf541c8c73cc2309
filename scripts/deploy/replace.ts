import { connect } from "../../server/backend/postgres/connection.ts";
import { createTestDatabase, startTestCluster } from "../../tests/support/cluster.ts";
import { endAll, keyOf, startOurs } from "../tools/server.ts";
import { expectNothing } from "../tools/steps.ts";
import { PORTS, SITE, startNginx } from "./nginx.ts";

const REPLACEMENTS = 6;
/** nginx's cache answers none of these. */
const PAGES = ["/pricing?orders=300&items=2&cubic_feet=40", "/admin/login", "/healthz", "/none"];

/** Replaces two processes one after the other while visitors read and write. @returns the counts */
export async function replaceInTurn(folder: string): Promise<string> {
  const cluster = await startTestCluster({ durable: true });
  const databaseUrl = await createTestDatabase(cluster.url);
  const settings = { DATABASE_URL: databaseUrl, TRUST_PROXY: "1", SITE_URL: SITE };
  const start = (port: number) => startOurs(folder, "site", { settings, port });
  let running = await start(PORTS[0]);
  const nginx = await startNginx(folder);
  const visitors = startVisitors(SITE, await keyOf(running.url));
  try {
    for (let round = 0; round < REPLACEMENTS; round++) {
      const next = await start(PORTS[round % 2 === 0 ? 1 : 0]);
      await visitors.forAWhile();
      await endAll([running.child]);
      running = next;
      await visitors.forAWhile();
    }
    const { failed, answered, sent } = await visitors.stop();
    const sql = connect(databaseUrl, 1);
    const stored = await sql<{ email: string; times: number }[]>`
      select email, count(*)::int as times from public.contact_submissions
      where email like 'visitor%' group by email`;
    await sql.end();
    const doubled = stored.filter(({ times }) => times > 1).length;
    const faults = [
      ...failed,
      ...(doubled > 0 ? [`${doubled} messages are stored twice`] : []),
      ...(stored.length === sent ? [] : [`${sent} messages sent, ${stored.length} stored`]),
    ];
    expectNothing(faults.slice(0, 10).join("\n"));
    return `${REPLACEMENTS} replacements, ${answered} requests, ${sent} of them messages, none failed`;
  } finally {
    await visitors.stop();
    await endAll([nginx, running.child]);
    await cluster.stop();
  }
}

/** Eight visitors who read and four who write, each sending one request after another. */
function startVisitors(url: string, apikey: string) {
  const failed: string[] = [];
  let answered = 0;
  let sent = 0;
  let stopped = false;
  const note = async (
    what: string,
    request: Promise<Response>,
    good: (status: number) => boolean,
  ) => {
    const status = await request.then(
      async (response) => {
        await response.arrayBuffer();
        return response.status;
      },
      (error) => String(error),
    );
    answered += 1;
    if (typeof status === "string" || !good(status)) failed.push(`${what}: ${status}`);
  };
  const read = async (turn: number) => {
    for (let number = turn; !stopped; number++) {
      const path = PAGES[number % PAGES.length] as string;
      await note(`GET ${path}`, fetch(url + path), (status) => status < 500);
    }
  };
  const write = async () => {
    while (!stopped) {
      sent += 1;
      const body = JSON.stringify({
        name: "Visitor",
        email: `visitor${sent}@example.com`,
        monthly_volume: "101-500",
        platforms: ["Etsy"],
        message: "What does a parcel of two pounds cost?",
      });
      const headers = { apikey, "content-type": "application/json" };
      const path = `${url}/rest/v1/contact_submissions`;
      const request = fetch(path, { method: "POST", headers, body });
      await note("POST a message", request, (status) => status === 201);
    }
  };
  const all = [
    ...Array.from({ length: 8 }, (_, turn) => read(turn)),
    ...Array.from({ length: 4 }, write),
  ];
  return {
    /** Until 300 more requests are answered. */
    async forAWhile() {
      const enough = answered + 300;
      while (answered < enough) await new Promise((resolve) => setTimeout(resolve, 20));
    },
    async stop() {
      stopped = true;
      await Promise.all(all);
      return { failed, answered, sent };
    },
  };
}
