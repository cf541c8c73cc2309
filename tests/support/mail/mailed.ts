import { expect, vi } from "vitest";
import type { TestBackend } from "../backend.ts";

/** The newest mail to an address that `wanted` takes, as soon as no account email to it waits. */
export const mailTo = (
  t: Pick<TestBackend, "outbox" | "sql">,
  address: string,
  wanted = (_: { subject?: string }) => true,
) =>
  vi.waitFor(async () => {
    const waiting = await t.sql`select from loading_dock.auth_mail where address = ${address}`;
    const mail = (await t.outbox()).findLast(
      (one) => one.to?.[0]?.address === address && wanted(one),
    );
    if (!mail || waiting.length > 0) throw new Error(`no mail to ${address}`);
    return mail;
  });

/** All messages, once no account email waits: an answer does not wait for its email. */
export async function allMail(t: Pick<TestBackend, "outbox" | "sql">) {
  await expect.poll(() => t.sql`select from loading_dock.auth_mail`).toEqual([]);
  return t.outbox();
}

/** The address of the page that a mail's button opens. */
export const linkIn = (text = "") => /https?:\/\/\S+\/admin\/confirm\S+/.exec(text)?.[0] ?? "";

/** What that page hands to supabase-js when its button is pressed. */
export function partsOf(link: string) {
  const { searchParams } = new URL(link);
  return {
    token_hash: searchParams.get("token_hash") ?? "",
    type: searchParams.get("type") as "signup" | "recovery" | "invite",
  };
}

/** Presses the button behind the newest link to an address, as who reads its mail. */
export async function pressLink(t: TestBackend, address: string, client = t.visitor()) {
  const link = linkIn((await mailTo(t, address)).text);
  const { data, error } = await client.auth.verifyOtp(partsOf(link));
  return { client, error, session: data.session };
}
