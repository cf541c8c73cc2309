import { createHash } from "node:crypto";
import type { Sql } from "#server/backend/postgres/connection.ts";
import type { World } from "./world.ts";

/** A promise, and how often it was broken; `examples` say how. */
export interface Count {
  promise: string;
  of: number;
  broken: number;
  examples: string[];
}

const count = (promise: string, of: number, examples: string[]): Count => ({
  promise,
  of,
  broken: examples.length,
  examples: examples.slice(0, 3),
});

/** Checks that every row matches its history: no unrecorded change, no missing entry. */
export async function countHistory(sql: Sql): Promise<Count> {
  const [row] = await sql`select count(*)::int as entries from history`;
  const breaks = await sql`select table_name, row_id, field, problem from private.history_breaks()`;
  return count(
    "entries of the history that don't chain",
    row?.entries,
    breaks.map(
      ({ table_name, row_id, field, problem }) => `${table_name} ${row_id} ${field}: ${problem}`,
    ),
  );
}

const hash = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

/** Looks for every acknowledged write, row by row and byte by byte. */
export async function countWrites(world: World, sql: Sql): Promise<Count[]> {
  const { ledger } = world;
  return [
    count("acknowledged messages lost", ledger.leads.size, await lostLeads(world, sql)),
    count(
      "acknowledged answers lost or doubled",
      ledger.answers.size,
      await lostAnswers(world, sql),
    ),
    count("acknowledged bookings lost", ledger.bookings.size, await lostBookings(world, sql)),
    count("acknowledged texts, orders and sets lost or half", ...(await lostValues(world, sql))),
    count("acknowledged files lost or changed", ledger.files.size, await lostFiles(world)),
    count("deleted files that came back", ledger.deleted.size, await returned(world)),
    count("sign-ins that ended", Math.min(50, ledger.sessions.length), await endedSessions(world)),
  ];
}

async function lostLeads({ ledger }: World, sql: Sql) {
  const rows = await sql`select request_id, email, message from contact_submissions`;
  const found = new Map(rows.map((row) => [row.request_id, row]));
  return [...ledger.leads].flatMap(([id, lead]) => {
    const row = found.get(id);
    return row?.email === lead.email && row?.message === lead.message ? [] : [id];
  });
}

async function lostAnswers({ ledger }: World, sql: Sql) {
  const rows = await sql`select message_id, count(*)::int as times from inbound_mails
    where submission_id is not null group by 1`;
  const found = new Map(rows.map(({ message_id, times }) => [message_id, times]));
  const doubled = rows.flatMap(({ message_id, times }) =>
    times > 1 ? [`${message_id} twice`] : [],
  );
  return [...doubled, ...[...ledger.answers].filter((id) => !found.has(id))];
}

async function lostBookings({ ledger }: World, sql: Sql) {
  const rows = await sql`select event_uri from bookings`;
  const found = new Set(rows.map(({ event_uri }) => event_uri));
  return [...ledger.bookings].filter((uri) => !found.has(uri));
}

async function lostValues({ ledger }: World, sql: Sql): Promise<[number, string[]]> {
  const texts = await sql`select id, content_value from site_content`;
  const byId = new Map(texts.map((row) => [`text ${row.id}`, row.content_value]));
  const order = await sql`select id from faq_items order by display_order, created_at, id`;
  const [sets] = await sql`select count(*)::int as published,
    (select count(*)::int from (select description from services where description like 'Set %'
      group by description having count(*) <> 2) half) as half,
    (select max(description) from services where description like 'Set %') as words
    from change_sets where status = 'published'`;
  const examples = [...ledger.latest.keys()].flatMap((name) => {
    const value =
      name === "order"
        ? order.map(({ id }) => id).join()
        : name === "pair"
          ? sets?.words
          : byId.get(name);
    return ledger.mayBe(name, value) ? [] : [`${name}: ${value}`];
  });
  if (sets?.half) examples.push("a set is published in part");
  return [ledger.latest.size + (sets?.published ?? 0), examples];
}

async function lostFiles({ ledger, server }: World) {
  const examples: string[] = [];
  for (const [path, bytes] of ledger.files) {
    const answer = await fetch(`${server.url}/storage/v1/object/public/media/${path}`);
    const found = new Uint8Array(await answer.arrayBuffer());
    if (answer.status !== 200 || hash(found) !== hash(bytes))
      examples.push(`${answer.status} ${path}`);
  }
  return examples;
}

async function returned({ ledger, server }: World) {
  const examples: string[] = [];
  for (const path of ledger.deleted) {
    const answer = await fetch(`${server.url}/storage/v1/object/public/media/${path}`);
    await answer.body?.cancel();
    if (answer.status !== 404) examples.push(path);
  }
  return examples;
}

async function endedSessions({ ledger, api }: World) {
  const statuses = await Promise.all(
    ledger.sessions.slice(-50).map((token) => api.statusOf(token)),
  );
  return statuses.filter((status) => status !== 200).map(String);
}

interface Arrived {
  id: string;
  to: string;
  subject: string;
}

/** The headers of a message, unfolded. */
function headersOf(message: string): Arrived {
  const [head = ""] = message.split("\r\n\r\n");
  const unfolded = head.replace(/\r\n[ \t]+/g, " ");
  const value = (name: string) =>
    new RegExp(`^${name}: (.*)$`, "im").exec(unfolded)?.[1]?.trim() ?? "";
  return { id: value("Message-ID"), to: value("To"), subject: value("Subject") };
}

/** Checks that every owed email and webhook call arrived, and that repeats are marked as such. */
export async function countMails({ ledger, mail, receiver }: World, sql: Sql): Promise<Count[]> {
  const arrived = mail.messages.map(headersOf);
  const names = await sql`select name, request_id from contact_submissions`;
  const nameOf = new Map(names.map((row) => [row.request_id, row.name]));
  const subjects = new Set(arrived.map(({ subject }) => subject));
  const to = new Set(arrived.map((one) => one.to));
  const notices = [...ledger.leads.keys()].filter(
    (id) => !subjects.has(`New lead from ${nameOf.get(id)}`),
  );
  const replies = [...ledger.replies].filter((subject) => !subjects.has(subject));
  const invitations = [...ledger.invitations].filter((email) => !to.has(email));
  const owedMails = ledger.leads.size + ledger.replies.size + ledger.invitations.size;
  const calls = receiver.at("/hook");
  const received = calls.map(({ body }) => body).join("\n");
  const unreported = [...ledger.leads.values()].filter(({ email }) => !received.includes(email));
  return [
    count("mails lost", owedMails, [...notices, ...replies, ...invitations]),
    count("repeated emails that another Message-ID hides", arrived.length, hidden(arrived)),
    count(
      "webhook calls lost",
      ledger.leads.size,
      unreported.map(({ email }) => email),
    ),
    count("repeated calls that another webhook-id hides", calls.length, hiddenCalls(calls)),
  ];
}

/** Each try rewrites an account email with a new link; the number after the dot counts the tries. */
const withoutTry = (id: string) => id.replace(/^(<account-\w+)\.\d+/, "$1");

/** One email under two Message-IDs. */
function hidden(arrived: Arrived[]): string[] {
  const ids = new Map<string, Set<string>>();
  for (const { id, to, subject } of arrived) {
    const mail = `${to} ${subject}`;
    if (!/^(Answer|New lead)/.test(subject)) continue;
    ids.set(mail, (ids.get(mail) ?? new Set()).add(withoutTry(id)));
  }
  return [...ids].filter(([, set]) => set.size > 1).map(([mail]) => mail);
}

function hiddenCalls(calls: { headers: Record<string, unknown>; body: string }[]): string[] {
  const ids = new Map<string, Set<unknown>>();
  for (const { headers, body } of calls) {
    const email = /lead-[\w-]+@example.com/.exec(body)?.[0] ?? body;
    ids.set(email, (ids.get(email) ?? new Set()).add(headers["webhook-id"]));
  }
  return [...ids].filter(([, set]) => set.size > 1).map(([email]) => email);
}

/** Counts repeated emails with the same Message-ID, which are documented behavior. */
export function repeatedMails({ mail }: World): number {
  const ids = mail.messages.map((message) => withoutTry(headersOf(message).id));
  return ids.length - new Set(ids).size;
}
