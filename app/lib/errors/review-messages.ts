import { reason } from "./reasons.ts";

const failed = (what: string) => (cause: unknown) => `Failed to ${what}: ${reason(cause)}`;

/** What reviews of change sets say, loaded with their dialogs. */
export const REVIEW_MESSAGES = {
  reviewers: failed("load your colleagues"),
  ask: failed("send the set for review"),
  sentForReview: (name: string) => `Sent to ${name} for review`,
  answer: failed("send your answer"),
  approved: (name: string) => `You approved ${name}`,
  changes: (name: string) => `You asked for changes in ${name}`,
  comment: failed("add the comment"),
  markComment: failed("change the comment"),
};
