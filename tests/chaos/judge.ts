import type { Sql } from "#server/backend/postgres/connection.ts";
import { age, countLeftovers, countProcesses } from "./leftovers.ts";
import { memoryOf } from "./processes.ts";
import { type Count, countHistory, countMails, countWrites, repeatedMails } from "./promises.ts";
import { settle } from "./settle.ts";
import type { World } from "./world.ts";

/**
 * Lets all work finish, restarts the server cleanly, and checks each promise.
 * @param atRest MB of memory that the process used before the faults
 * @param more further checks while the server is idle
 */
export async function judge(
  world: World,
  atRest: number,
  more: (sql: Sql) => Promise<Count[]> = async () => [],
): Promise<{ counts: Count[]; notes: string[] }> {
  const { server, ledger, mail } = world;
  const before = await server.sql();
  const early = await settle(before, world.api);
  await before.end();
  const busy = memoryOf(server.pid());
  await age(server);
  await server.stop();
  await server.start();
  await world.api.signIn();
  const sql = await server.sql();
  let counts: Count[];
  try {
    const owed = early && (await settle(sql, world.api, 60_000));
    counts = [
      ...(await countWrites(world, sql)),
      ...(await countMails(world, sql)),
      { promise: "still owed at the end", of: 1, broken: owed, examples: await waiting(sql) },
      await countHistory(sql),
      ...(await countLeftovers(server, sql)),
      ...(await more(sql)),
    ];
  } finally {
    await sql.end();
  }
  await server.stop();
  counts.push(countProcesses(server));
  const kinds = [...ledger.counts].map(([kind, { acknowledged, unanswered, refused }]) =>
    [
      `${kind} ${acknowledged}`,
      unanswered && `${unanswered} unanswered`,
      refused && `${refused} refused`,
    ]
      .filter(Boolean)
      .join(", "),
  );
  return {
    counts,
    notes: [
      `Acknowledged writes: ${ledger.acknowledged()} (${kinds.join("; ")}).`,
      `Emails that arrived: ${mail.messages.length}, of them ${repeatedMails(world)} a second time under the same Message-ID, as documented.`,
      ...[...ledger.refusals].map(([kind, why]) => `Refused ${kind}: ${why}`),
      `Memory of the server: ${atRest} MB when it began, ${busy} MB when all was sent.`,
    ],
  };
}

async function waiting(sql: Sql): Promise<string[]> {
  const rows = await sql`
    select 'notice ' || mail_status as what from contact_submissions
      where mail_next_attempt_at is not null and mail_status <> 'sent'
    union all select 'mail ' || kind || ' ' || coalesce(last_error, '') from mails where send_after is not null
    union all select 'account mail ' || kind from loading_dock.auth_mail
    union all select 'call ' || kind from webhook_deliveries where next_attempt_at is not null
    union all select 'file ' || version from loading_dock.files_to_remove
    union all select 'backup ' || began_at from backup_runs where outcome = 'running' limit 3`;
  return rows.map(({ what }) => what as string);
}
