import type { EVERY_MESSAGE } from "#tests/facts/every-message.ts";
import type { Journey, KeyOf } from "./fact.ts";

/**
 * Sentences that only a browser reaches, and the journey that asserts each together with its fact. `shows`
 * records it there; tests/e2e/facts-reporter.ts compares the records with this list.
 */
export const journeys = {
  "auth.missing": {
    file: "admin/accounts/auth.spec.ts",
    title: "keeps the tab in the address, and reports empty fields",
  },
  "auth.signOutFailed": {
    file: "admin/frame/sign-out.spec.ts",
    title: "reports a sign-out that can't clear the session",
  },
  "system.keysMade": {
    file: "admin/frame/keys.spec.ts",
    title: "signs everyone out with new keys",
  },
  "system.notBack": {
    file: "admin/frame/deliverability.spec.ts",
    title: "reads a test email that came back to the address of answers",
  },
  "system.backWithoutResults": {
    file: "admin/frame/deliverability.spec.ts",
    title: "reads a test email that came back to the address of answers",
  },
  "waiting.saved": {
    file: "admin/texts/content-outage.spec.ts",
    title: "saves two offline texts once each, also with a second tab",
  },
  "submissions.followUpPast": {
    file: "admin/inbox/keys.spec.ts",
    title: "sets owner and follow-up date, shown in the conversation",
  },
  "preview.load": {
    file: "admin/changes/preview.spec.ts",
    title: "reports a failed preview, and keeps the typed text",
  },
  "checks.site": {
    file: "admin/texts/site-health.spec.ts",
    title: "says when the check fails, and tries again",
  },
  "checks.set": {
    file: "admin/texts/site-health.spec.ts",
    title: "names the new problems of a set before it is published, and never blocks it",
  },
  "replies.discarded": {
    file: "admin/inbox/reply.spec.ts",
    title: "sends a reply as previewed, and keeps its draft through a reload",
  },
  "waiting.unsaved": {
    file: "admin/changes/sets.spec.ts",
    title: "publishes a text and a price from a set, and undoes both",
  },
  "sets.gone": {
    file: "admin/changes/reviews.spec.ts",
    title: "opens a review by link, and says when its set is gone",
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
    title: "shows a webhook's secret once, tests it, and logs deliveries",
  },
  "webhooks.copyFailed": {
    file: "admin/frame/webhooks.spec.ts",
    title: "explains refused webhook actions",
  },
  "users.passwordShorter": {
    file: "admin/accounts/auth-links.spec.ts",
    title: "explains an unusable link, and sends another one",
  },
  "secondFactor.codeMissing": {
    file: "admin/accounts/second-factor.spec.ts",
    title: "signs in with a code, and refuses a wrong one",
  },
  "secondFactor.codeShape": {
    file: "admin/accounts/second-factor.spec.ts",
    title: "signs in with a code, and refuses a wrong one",
  },
  "secondFactor.codesUnsaved": {
    file: "admin/accounts/second-factor.spec.ts",
    title: "sets up an app, and shows the recovery codes once",
  },
  "copy.done": {
    file: "admin/accounts/second-factor.spec.ts",
    title: "sets up an app, and shows the recovery codes once",
  },
  "copy.failed": {
    file: "admin/accounts/second-factor.spec.ts",
    title: "sets up an app, and shows the recovery codes once",
  },
} satisfies Partial<Record<KeyOf<typeof EVERY_MESSAGE>, Journey>>;

export type JourneyKey = keyof typeof journeys;
