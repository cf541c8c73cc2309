import { z } from "zod";
import { withConnection } from "#server/backend/postgres/connection.ts";
import { asDatabaseError } from "#server/backend/postgres/errors.ts";
import { addAdmin, resetPassword } from "#server/backend/self-hosted/first-admin.ts";
import { prepareDatabase, setHistoryActor } from "#server/backend/self-hosted/prepare.ts";
import { SettingError } from "#server/runtime/env.ts";
import { createLog } from "#server/runtime/log.ts";
import { command, withDatabase } from "./command.ts";

const USAGE = "Usage: npm run admin -- add|owner|reset-factor|reset-password you@example.com";
const verbs = z.enum(["add", "owner", "reset-factor", "reset-password"]);
const RESETS = {
  "reset-factor": {
    run: resetFactor,
    hosted: `With SUPABASE_URL, run this in the project's SQL editor: select private.remove_second_factor(id) from auth.users where email = 'you@example.com';`,
  },
  "reset-password": {
    run: setPassword,
    hosted: `With SUPABASE_URL, run this in the project's SQL editor: update auth.users set encrypted_password = extensions.crypt('new password', extensions.gen_salt('bf')) where email = 'you@example.com'; delete from auth.sessions where user_id = (select id from auth.users where email = 'you@example.com');`,
  },
};
const hosted = (role: string) =>
  `With SUPABASE_URL, run this in the project's SQL editor: select private.give_roles(id, '{${role}}') from auth.users where email = 'you@example.com' and private.roles_of(id) <> '{owner}';`;

await command((env, [word, address]) => {
  const email = z.email().safeParse(address?.trim().toLowerCase());
  const verb = verbs.safeParse(word);
  if (!verb.success) throw new SettingError(USAGE);
  if (!email.success)
    throw new SettingError(`"${address ?? ""}" is not an email address. ${USAGE}`);
  if (verb.data === "reset-factor" || verb.data === "reset-password") {
    const reset = RESETS[verb.data];
    return withDatabase(env, reset.hosted, (url) => reset.run(url, email.data));
  }
  const role = verb.data === "owner" ? "owner" : "admin";
  return withDatabase(env, hosted(role), async (url) => {
    // On a database without an admin, this makes the person the first one.
    const settings = { ...env, adminEmail: email.data, adminPassword: undefined };
    const { admin } = await prepareDatabase(url, settings, createLog("error"), "command line");
    const { owner, changed } = await withConnection(url, async (sql) => {
      await setHistoryActor(sql, "command line");
      return addAdmin(sql, email.data, { role });
    });
    if (owner && !changed && !admin.isNew)
      return `${email.data} is an owner already. Nothing changed.`;
    return `${email.data} is an ${owner ? "owner" : "admin"}.`;
  });
});

function resetFactor(url: string, email: string): Promise<string> {
  return withConnection(url, async (sql) => {
    await setHistoryActor(sql, "command line");
    const removing = sql`
      select private.remove_second_factor(id) from auth.users where lower(email) = ${email}`;
    const found = await removing.catch((error) => {
      if (asDatabaseError(error)?.code !== "PT404") throw error;
      throw new SettingError(`${email} hasn't set up two-step verification.`);
    });
    if (found.length === 0) throw new SettingError(`No account found for ${email}.`);
    return `${email} signs in with only the password now, and can set up two-step verification again.`;
  });
}

function setPassword(url: string, email: string): Promise<string> {
  return withConnection(url, async (sql) => {
    await setHistoryActor(sql, "command line");
    if (!(await resetPassword(sql, email)))
      throw new SettingError(`No account found for ${email}.`);
    return `${email} signs in with this password now. All their sessions have ended.`;
  });
}
