import type { MESSAGES } from "#app/lib/errors/messages.ts";
import type { FactsFor } from "../fact.ts";
import { authMessages } from "./auth.ts";
import { contactMessages } from "./contact.ts";
import { firstHourMessages } from "./first-hour.ts";
import { historyMessages } from "./history.ts";
import { listMessages } from "./lists.ts";
import { mediaMessages } from "./media.ts";
import { privacyMessages } from "./privacy.ts";
import { recipientMessages } from "./recipients.ts";
import { replyMessages } from "./replies.ts";
import { setMessages } from "./sets.ts";
import { submissionMessages } from "./submissions.ts";
import { systemMessages } from "./system.ts";
import { textMessages } from "./texts.ts";
import { userMessages } from "./users.ts";
import { webhookMessages } from "./webhooks.ts";

/** What makes each of the app's sentences true. */
export const messageFacts: FactsFor<typeof MESSAGES> = {
  ...contactMessages,
  ...authMessages,
  ...textMessages,
  ...listMessages,
  ...firstHourMessages,
  ...historyMessages,
  ...mediaMessages,
  ...privacyMessages,
  ...recipientMessages,
  ...setMessages,
  ...submissionMessages,
  ...systemMessages,
  ...replyMessages,
  ...userMessages,
  ...webhookMessages,
};
