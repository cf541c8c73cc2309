import { expect, test } from "vitest";
import { readEnv } from "#server/runtime/env.ts";
import { createLog } from "#server/runtime/log.ts";
import { createMailer } from "./mail/mailer.ts";
import { connect } from "./postgres/connection.ts";
import { openPool } from "./postgres/pool.ts";
import { checkSessions } from "./postgres/wait-for-answer.ts";
import { listenForChanges } from "./self-hosted/changes.ts";

/** Nothing listens there, with or without IPv6: the error says where the connection went. */
const HOST = "[::1]:1";
const databaseUrl = `postgresql://me@${HOST}/site`;
const log = createLog("silent");

test.each([
  ["the server's pool", () => openPool(databaseUrl, log, 1).connect()],
  ["a connection for setup", () => connect(databaseUrl, 1)`select 1`.execute()],
  ["the first check", () => checkSessions(databaseUrl)],
  [
    "the listener for changes",
    () => listenForChanges({ databaseUrl, report() {}, onLost() {}, log }),
  ],
  [
    "the mailer",
    () => {
      const env = readEnv({ SMTP_URL: `smtp://${HOST}`, MAIL_FROM: "hello@example.com" });
      const sender = async () => ({ name: "Evergreen", address: "hello@example.com" });
      const mail = { id: "m", to: "team@example.com", subject: "Hello", text: "Hello.", html: "" };
      return createMailer(env, log, sender).send(mail);
    },
  ],
])("%s connects to an IPv6 address", async (_, connecting) => {
  await expect(connecting()).rejects.toMatchObject({ address: "::1", port: 1 });
});
