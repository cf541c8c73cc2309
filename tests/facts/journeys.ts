import type { MESSAGES } from "#app/lib/errors/messages.ts";
import type { Journey, KeyOf } from "./fact.ts";

/**
 * Sentences that are reached in a browser alone, and the journey that asserts each together with what
 * makes it true: `shows` there records it, tests/e2e/facts-reporter.ts holds the record against this.
 */
export const journeys = {
  "auth.missing": {
    file: "admin/accounts/auth.spec.ts",
    title: "both tabs are in the address, and empty fields are told",
  },
  "auth.signOutFailed": {
    file: "admin/frame/messages.spec.ts",
    title: "a browser that can't forget the session fails to sign out, and the person stays",
  },
  "system.keysMade": {
    file: "admin/frame/keys.spec.ts",
    title: "new keys sign everybody out, and who made them signs in again in place",
  },
  "waiting.saved": {
    file: "admin/texts/content-outage.spec.ts",
    title:
      "offline, then back: two texts are saved by themselves, each once; a second tab is someone else",
  },
  "preview.load": {
    file: "admin/changes/preview.spec.ts",
    title: "a preview that can't be made is told, and what is typed stays",
  },
  "replies.discarded": {
    file: "admin/inbox/reply.spec.ts",
    title: "a lead is answered: what is typed survives a reload, and the mail is as the preview",
  },
  "sets.unsaved": {
    file: "admin/changes/sets.spec.ts",
    title: "a text and a price wait in a set until it is published, and come back as one",
  },
  "media.copied": {
    file: "admin/media/upload.spec.ts",
    title: "an empty library invites to the first upload, and a described picture arrives",
  },
  "media.copyFailed": {
    file: "admin/frame/messages.spec.ts",
    title: "an address that can't be copied is shown instead",
  },
  "webhooks.copied": {
    file: "admin/frame/webhooks.spec.ts",
    title:
      "a webhook's secret is shown once, its test is answered, and the log has a lead's delivery",
  },
  "webhooks.copyFailed": {
    file: "admin/frame/webhooks.spec.ts",
    title: "what can't be done with a webhook says why",
  },
  "users.passwordShorter": {
    file: "admin/accounts/auth-links.spec.ts",
    title: "a link that can't be used says so, and sends another one",
  },
} satisfies Partial<Record<KeyOf<typeof MESSAGES>, Journey>>;

export type JourneyKey = keyof typeof journeys;
