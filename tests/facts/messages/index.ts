import type { EVERY_MESSAGE } from "#tests/facts/every-message.ts";
import type { FactsFor } from "../fact.ts";
import { accountMessages } from "./accounts/account.ts";
import { auditLogMessages } from "./accounts/audit-log.ts";
import { authMessages } from "./accounts/auth.ts";
import { secondFactorMessages } from "./accounts/second-factor.ts";
import { userMessages } from "./accounts/users.ts";
import { contactMessages } from "./contact.ts";
import { historyMessages } from "./history.ts";
import { answerMessages } from "./inbox/answers.ts";
import { inboundMessages } from "./inbox/inbound.ts";
import { privacyMessages } from "./inbox/privacy.ts";
import { recipientMessages } from "./inbox/recipients.ts";
import { replyMessages } from "./inbox/replies.ts";
import { submissionMessages } from "./inbox/submissions.ts";
import { viewMessages } from "./inbox/views.ts";
import { webhookMessages } from "./inbox/webhooks.ts";
import { listMessages } from "./lists.ts";
import { manyMessages } from "./many.ts";
import { mediaMessages } from "./media.ts";
import { onboardingMessages } from "./onboarding.ts";
import { redirectMessages } from "./redirects.ts";
import { reviewMessages } from "./reviews.ts";
import { setMessages } from "./sets.ts";
import { systemMessages } from "./system.ts";
import { textMessages } from "./texts.ts";

/** The fact behind each of the app's messages. */
export const messageFacts: FactsFor<typeof EVERY_MESSAGE> = {
  ...contactMessages,
  ...authMessages,
  ...secondFactorMessages,
  ...accountMessages,
  ...answerMessages,
  ...auditLogMessages,
  ...textMessages,
  ...listMessages,
  ...onboardingMessages,
  ...historyMessages,
  ...manyMessages,
  ...mediaMessages,
  ...inboundMessages,
  ...privacyMessages,
  ...recipientMessages,
  ...redirectMessages,
  ...setMessages,
  ...reviewMessages,
  ...submissionMessages,
  ...viewMessages,
  ...systemMessages,
  ...replyMessages,
  ...userMessages,
  ...webhookMessages,
};
