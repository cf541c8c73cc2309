import { z } from "zod";
import { connect } from "#server/backend/postgres/connection.ts";
import { addAdmin } from "#server/backend/self-hosted/first-admin.ts";
import { actAs, prepareDatabase } from "#server/backend/self-hosted/prepare.ts";
import { SettingError } from "#server/runtime/env.ts";
import { createLog } from "#server/runtime/log.ts";
import { command, withDatabase } from "./command.ts";

const USAGE = "Usage: npm run admin -- add you@example.com";
const HOSTED =
  "With SUPABASE_URL, run this in the project's SQL editor: insert into public.admins (user_id) select id from auth.users where email = 'you@example.com';";

await command((env, [verb, address]) => {
  const email = z.email().safeParse(address?.trim().toLowerCase());
  if (verb !== "add") throw new SettingError(USAGE);
  if (!email.success)
    throw new SettingError(`"${address ?? ""}" is not an email address. ${USAGE}`);
  return withDatabase(env, HOSTED, async (url) => {
    // On a database without an admin, this makes the person the first one.
    const settings = { ...env, adminEmail: email.data, adminPassword: undefined };
    const { admin } = await prepareDatabase(url, settings, createLog("error"), "command line");
    const sql = connect(url, 1);
    const added = await actAs(sql, "command line")
      .then(() => addAdmin(sql, email.data))
      .finally(() => sql.end());
    const password = added ?? admin.password;
    const done = `${email.data} is an admin.`;
    return password ? `${done} Password (shown only now): ${password}` : done;
  });
});
