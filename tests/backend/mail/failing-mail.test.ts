import { afterEach, expect, test } from "vitest";
import { createMailer } from "#server/backend/mail/mailer.ts";
import { readEnv } from "#server/runtime/env.ts";
import { createLog } from "#server/runtime/log.ts";
import { openTestBackend } from "#tests/support/backend.ts";
import { fakeSmtp } from "#tests/support/mail/smtp.ts";
import { people } from "#tests/support/people.ts";

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const MAIL = { id: "m", to: "team@example.com", subject: "Hello", text: "Hello.", html: "" };

/** A mail server that refuses on demand, a mailer for it, and the mailer's clock. */
async function mailerAt() {
  const state = {
    time: new Date("2026-11-22T12:00:00Z"),
    refusal: undefined as string | undefined,
  };
  const smtp = await fakeSmtp(undefined, () => state.refusal);
  closing.push(() => smtp.server.close());
  const settings = { SMTP_URL: `smtp://127.0.0.1:${smtp.port}`, MAIL_FROM: "hello@example.com" };
  const sender = async () => ({ name: "Evergreen", address: "hello@example.com" });
  const mailer = createMailer(readEnv(settings), createLog("silent"), sender, () => state.time);
  closing.push(() => mailer.close());
  return { state, mailer };
}

test("email counts as failing from the first failure until a success", async () => {
  const { state, mailer } = await mailerAt();
  expect(mailer.failingSince()).toBeUndefined();
  state.refusal = "550 5.7.1 no relaying";
  await expect(mailer.send(MAIL)).rejects.toThrow();
  const first = state.time;
  state.time = new Date("2026-11-22T12:03:00Z");
  await expect(mailer.send(MAIL)).rejects.toThrow();
  expect(mailer.failingSince()).toEqual(first);
  state.refusal = undefined;
  await mailer.send(MAIL);
  expect(mailer.failingSince()).toBeUndefined();
});

test.each(["550 5.1.1 no such user", "450 4.2.0 try again later"])(
  "does not count a refused recipient (%s) as a failure of email",
  async (refusal) => {
    const { state, mailer } = await mailerAt();
    state.refusal = refusal;
    await expect(mailer.send(MAIL)).rejects.toThrow();
    expect(mailer.failingSince()).toBeUndefined();
  },
);

test("reports since when the mail server is down, and how many emails wait", async () => {
  // Nothing listens there; a port that was just closed may be another process's next.
  const t = await openTestBackend({ SMTP_URL: "smtp://127.0.0.1:1" });
  closing.push(t.close);
  await t.visitor().auth.resetPasswordForEmail(people.admin.email);
  await expect
    .poll(() => t.backend.watch())
    .toMatchObject({
      known: { mail: { waiting: 1 } },
      server: { mailFailingSince: expect.any(Date) },
    });
});
