import { randomUUID } from "node:crypto";
import { createClient } from "@supabase/supabase-js";
import type { Sql } from "#server/backend/postgres/connection.ts";
import { people } from "#tests/support/people.ts";
import { tables } from "#tests/tables/index.ts";
import { must, same, step } from "../tools/steps.ts";
import { KEYS, type Received } from "./front.ts";

interface Front {
  url: string;
  received: Received;
}

/** Calls the functions as a browser or a scheduler does, with the stock client. */
export async function checkCalls({ url, received }: Front, sql: Sql) {
  const options = { auth: { persistSession: false, autoRefreshToken: false } };
  const visitor = createClient(url, KEYS.publishable, options);
  const admin = createClient(url, KEYS.publishable, options);
  await admin.auth.signInWithPassword(people.admin);
  const write = async () => {
    const form = { request_id: randomUUID(), ...tables.contact_submissions.make() };
    const { error } = await visitor.from("contact_submissions").insert(form);
    must(!error, String(error?.message));
    const body = { formData: { request_id: form.request_id } };
    const { response } = await visitor.functions.invoke("send-contact-email", { body });
    const [row] = await sql`select mail_status, mail_last_error from contact_submissions
      where request_id = ${form.request_id}`;
    return { status: response?.status, row };
  };

  await step("a visitor's message is stored, and mailed", async () => {
    const { status, row } = await write();
    same([status, row?.mail_status], [200, "sent"]);
    const [office] = await sql`select setting_value from site_settings
      where setting_key = 'contact_email'`;
    const mail = received.mails.find(({ to }) => to.includes(String(office?.setting_value)));
    must(mail?.subject === "New lead from Ana Ruiz", JSON.stringify(received.mails));
  });
  await step("it is stored and still owed when the mail provider does not take it", async () => {
    received.mailStatus = 503;
    const { status, row } = await write();
    received.mailStatus = 200;
    same(
      [status, row?.mail_status, row?.mail_last_error],
      [502, "failed", "The mail provider answered 503: busy"],
    );
  });
  await step("an admin lists the users of the project's auth", async () => {
    const { data, error } = await admin.functions.invoke("admin-list-users", { method: "GET" });
    must(!error, String(error));
    same(data.total, 2);
  });
  await step("an admin invites, by the project's auth", async () => {
    const body = { email: "cora@example.com", fullName: "Cora" };
    const { error } = await admin.functions.invoke("admin-invite", { body });
    must(!error, String(error));
    same(
      received.invitations.map(({ email }) => email),
      ["cora@example.com"],
    );
  });
  await step("an admin resets a password, and the old session ends", async () => {
    const stranger = createClient(url, KEYS.publishable, options);
    await stranger.auth.signInWithPassword(people.stranger);
    const userId = (await stranger.auth.getUser()).data.user?.id;
    const body = { userId, newPassword: "tape-gun-9000" };
    const { error } = await admin.functions.invoke("admin-reset-password", { body });
    must(!error, String(error));
    const left = await sql`select from auth.sessions where user_id = ${userId ?? null}`;
    same(left.length, 0);
  });
  for (const name of ["send-mails", "send-webhooks", "check-links"])
    await step(`${name} runs for a clock with the secret key, and for nobody else`, async () => {
      const ask = async (apikey: string) => {
        const init = { method: "POST", body: "{}", headers: { apikey } };
        return (await fetch(`${url}/functions/v1/${name}`, init)).status;
      };
      same([await ask(KEYS.secret), await ask(KEYS.publishable)], [200, 401]);
    });
}
