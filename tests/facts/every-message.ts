import { ACCOUNT_MESSAGES } from "#app/lib/errors/account-messages.ts";
import { ANSWER_MESSAGES, INBOUND_MESSAGES } from "#app/lib/errors/answer-messages.ts";
import { CHECK_MESSAGES } from "#app/lib/errors/check-messages.ts";
import { MESSAGES } from "#app/lib/errors/messages.ts";
import { REDIRECT_MESSAGES } from "#app/lib/errors/redirect-messages.ts";
import { SECOND_FACTOR_MESSAGES } from "#app/lib/errors/second-factor-messages.ts";
import { REVIEW_MESSAGES, SET_MESSAGES } from "#app/lib/errors/set-messages.ts";

/** The messages that every screen loads, and those of a few screens. */
export const EVERY_MESSAGE = {
  ...MESSAGES,
  account: ACCOUNT_MESSAGES,
  answers: ANSWER_MESSAGES,
  checks: CHECK_MESSAGES,
  sets: SET_MESSAGES,
  reviews: REVIEW_MESSAGES,
  inbound: INBOUND_MESSAGES,
  brokenAddresses: REDIRECT_MESSAGES,
  secondFactor: SECOND_FACTOR_MESSAGES,
};
