import type { Page } from "@playwright/test";
import { mailArrives } from "#tests/support/mail/arrived.ts";
import type { Site } from "#tests/support/site.ts";
import { expect } from "../../fixture.ts";
import { ana } from "./submission-steps.ts";

/** An attachment as the parser hands it over; without content, it was too large. */
export const fileOf = (name: string, content: Buffer | null, size = content?.length ?? 0) => ({
  name,
  type: "application/octet-stream",
  size,
  content: content?.toString("base64") ?? null,
});

/** An email that arrives for a lead, as the parser hands it over. @returns its id */
export async function arrives({ sql }: Site, lead: string, more: object = {}): Promise<string> {
  const [token] = await sql`select private.reply_token(${lead}) as token`;
  const { id = "" } = await mailArrives(sql, {
    message_id: null,
    to: [`reply+${token?.token}@example.com`],
    sender: ana.email,
    sender_name: ana.name,
    subject: "Re: Your message to Evergreen",
    text: "Thanks, that works for us.",
    ...more,
  });
  return id;
}

/** A sent reply to a lead comes back, as the parser hands its report over. */
export const comesBack = (site: Site, lead: string, reply: string, reason: string) =>
  arrives(site, lead, {
    kind: "bounce",
    references: [`mail-${reply}@evergreen.example`],
    to: [],
    sender: "mailer-daemon@halfmoon.example",
    text: null,
    report: { recipient: ana.email, status: "5.1.1", action: "failed", reason },
  });

/** The lead's conversation, and its items. */
export const conversation = (page: Page) =>
  page.getByRole("region", { name: "Conversation", exact: true });
export const items = (page: Page) => conversation(page).locator("> ol > li");

/** Waits for the lead's conversation: when it arrives, everything below moves away from a pointer. */
export async function conversationLoaded(page: Page) {
  await expect(conversation(page)).toBeVisible();
  await expect(conversation(page).getByText("Loading…")).toBeHidden();
}
