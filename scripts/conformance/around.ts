import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { differs, holds, type Result, unknown } from "./result.ts";

const FUNCTIONS = join(import.meta.dirname, "../../supabase/functions");
/** Functions that are read with GET. */
const READS = ["admin-list-users", "admin-system"];
/** Shared code, and a function that is deployed only where an email service posts emails. */
const SKIPPED = ["_shared", "inbound-mail"];
const isForStaff = (name: string) =>
  name.startsWith("admin-") || ["send-mails", "send-webhooks", "check-links"].includes(name);

/** Checks the parts of a project outside its database: edge functions and account settings. */
export async function checkAround(url: string, key: string, ask: typeof fetch): Promise<Result[]> {
  const headers = { apikey: key, "content-type": "application/json" };
  const results: Result[] = [];
  const folders = await readdir(FUNCTIONS);
  for (const name of folders.filter((folder) => !SKIPPED.includes(folder)).sort()) {
    const at = `${url}/functions/v1/${name}`;
    const there = `function ${name}: deployed`;
    const response = await ask(at, { method: "OPTIONS", headers });
    results.push(
      (await isOurs(response)) ? holds(there) : differs(there, `answered ${response.status}`),
    );
    if (!isForStaff(name)) continue;
    const cell = `visitor: call the function ${name}`;
    const init = READS.includes(name) ? { headers } : { headers, method: "POST", body: "{}" };
    const answer = await ask(at, init);
    await answer.body?.cancel();
    results.push(
      answer.status === 401 ? holds(cell) : differs(cell, `answered ${answer.status}, not 401`),
    );
  }
  return [...results, ...(await checkAccounts(url, headers, ask))];
}

/** Functions opened by a link don't answer preflights; they return our own error sentence. */
async function isOurs(response: Response): Promise<boolean> {
  const text = await response.text();
  return response.status === 204 || /^\{"error":"This link has expired/.test(text);
}

interface AuthSettings {
  mailer_autoconfirm?: boolean;
  external?: Record<string, boolean>;
}

async function checkAccounts(url: string, headers: Record<string, string>, ask: typeof fetch) {
  const response = await ask(`${url}/auth/v1/settings`, { headers });
  const cell = "accounts: settings";
  // The built-in backend has no such settings.
  if (response.status === 404) {
    await response.body?.cancel();
    return [unknown(cell, "the project does not show them")];
  }
  if (!response.ok) return [differs(cell, `answered ${response.status}`)];
  const { mailer_autoconfirm, external } = (await response.json()) as AuthSettings;
  return [
    [
      mailer_autoconfirm === false,
      "Confirm email",
      "is off: anyone can use another person's address",
    ],
    [external?.email === true, "Email sign-ups", "are off: invited people can't come in"],
    [external?.anonymous_users !== true, "Anonymous sign-ins", "are on"],
    [external?.phone !== true, "Phone sign-ins", "are on"],
  ].map(([right, setting, wrong]) =>
    right ? holds(`accounts: ${setting}`) : differs(`accounts: ${setting}`, String(wrong)),
  );
}
