// `npm run conformance -- URL KEY`: does this Supabase project match the access table? Exit code 0 when
// nothing differs, 1 when something does, 2 when the check could not run.

import { checkProject } from "./check.ts";
import type { Credentials } from "./people.ts";
import { CannotCheck } from "./people.ts";
import { report } from "./result.ts";

const USAGE = `Usage: npm run conformance -- https://REF.supabase.co sb_publishable_…
The key is the publishable one. To check more, set CONFORMANCE_STRANGER_EMAIL and _PASSWORD to a
non-admin account's, and CONFORMANCE_ADMIN_EMAIL and _PASSWORD to an admin's.`;

function credentials(who: "STRANGER" | "ADMIN"): Credentials | undefined {
  const email = process.env[`CONFORMANCE_${who}_EMAIL`];
  const password = process.env[`CONFORMANCE_${who}_PASSWORD`];
  if (!email !== !password)
    throw new CannotCheck(`Set both CONFORMANCE_${who}_EMAIL and CONFORMANCE_${who}_PASSWORD.`);
  return email && password ? { email, password } : undefined;
}

/** @throws CannotCheck for a key that bypasses all policies: nothing would be refused */
function publishable(key: string) {
  const claims = /^[\w-]+\.([\w-]+)\.[\w-]+$/.exec(key)?.[1];
  const role = claims && JSON.parse(Buffer.from(claims, "base64url").toString()).role;
  if (key.startsWith("sb_secret_") || role === "service_role")
    throw new CannotCheck("This is a secret key, which no rule stops. Give the publishable one.");
  return key;
}

try {
  const [address, key] = process.argv.slice(2);
  const url = URL.parse(address ?? "");
  if (!url || !key) throw new CannotCheck(USAGE);
  const [stranger, admin] = [credentials("STRANGER"), credentials("ADMIN")];
  const { results, people } = await checkProject({
    url: url.origin,
    key: publishable(key),
    credentials: { ...(stranger && { stranger }), ...(admin && { admin }) },
  });
  for (const line of report(results, people)) console.log(line);
  process.exitCode = results.some(({ verdict }) => verdict === "differs") ? 1 : 0;
} catch (error) {
  if (!(error instanceof CannotCheck)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}
