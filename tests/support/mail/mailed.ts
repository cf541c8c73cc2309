import { expect, vi } from "vitest";
import type { TestBackend } from "../backend.ts";

/** The newest email to an address that `wanted` accepts, once no account email to it is pending. */
export const mailTo = (
  t: Pick<TestBackend, "outbox" | "sql">,
  address: string,
  wanted = (_: { subject?: string; text?: string }) => true,
) =>
  vi.waitFor(async () => {
    const waiting = await t.sql`select from loading_dock.auth_mail where address = ${address}`;
    const mail = (await t.outbox()).findLast(
      (one) => one.to?.[0]?.address === address && wanted(one),
    );
    if (!mail || waiting.length > 0) throw new Error(`no mail to ${address}`);
    return mail;
  });

/** All emails, once no account email is pending: a response doesn't wait for its email. */
export async function allMail(t: Pick<TestBackend, "outbox" | "sql">) {
  await expect.poll(() => t.sql`select from loading_dock.auth_mail`).toEqual([]);
  return t.outbox();
}

/** The URL of the page that an email's button opens. */
export const linkIn = (text = "") => /https?:\/\/\S+\/admin\/confirm\S+/.exec(text)?.[0] ?? "";

/** What that page passes to supabase-js when its button is pressed. */
export function partsOf(link: string) {
  const { searchParams } = new URL(link);
  return {
    token_hash: searchParams.get("token_hash") ?? "",
    type: searchParams.get("type") as "signup" | "recovery" | "invite",
  };
}

/** Opens the newest link to an address and presses its button. */
export async function pressLink(t: TestBackend, address: string, client = t.visitor()) {
  // A notice to the same address may be newer.
  const mail = await mailTo(t, address, ({ text }) => linkIn(text) !== "");
  const link = linkIn(mail.text);
  const { data, error } = await client.auth.verifyOtp(partsOf(link));
  return { client, error, session: data.session };
}
