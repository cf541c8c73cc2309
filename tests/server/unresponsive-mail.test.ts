import { type AddressInfo, createServer, type Socket } from "node:net";
import { expect, inject, test } from "vitest";
import { connect } from "#server/backend/postgres/connection.ts";
import { startSite } from "#tests/support/site.ts";
import { tables } from "#tests/tables/index.ts";

/** A mail server that accepts the connection and never responds. */
async function startSilentMailServer() {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on("error", () => {}));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    taken: () => sockets.size,
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

test("ends cleanly on SIGTERM while the mail server hangs", async () => {
  const mail = await startSilentMailServer();
  const site = await startSite(inject("clusterUrl"), { SMTP_URL: mail.url }, async (direct) => {
    const sql = connect(direct, 1);
    for (let count = 0; count < 5; count += 1)
      await sql`insert into contact_submissions
          ${sql({ ...tables.contact_submissions.make(), mail_next_attempt_at: "2026-01-01" })}`;
    await sql.end();
    return direct;
  });
  await expect.poll(mail.taken).toBeGreaterThan(0);
  // Exit code 1 would mean a forced exit: each of the five emails alone takes longer than the shutdown.
  expect(await site.end()).toBe(0);
  const [row] = await site.sql`select count(*)::int as due from contact_submissions
    where mail_status <> 'sent' and mail_next_attempt_at is not null`;
  expect(row?.due).toBe(5);
  await site.stop();
  mail.close();
});
