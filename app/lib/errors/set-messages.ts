import { reason } from "./reasons.ts";

const failed = (what: string) => (cause: unknown) => `Failed to ${what}: ${reason(cause)}`;

/** What change sets say, loaded with their dialogs. */
export const SET_MESSAGES = {
  create: failed("create the set"),
  review: failed("load the review"),
  change: failed("change the set"),
  discarded: (name: string) => `${name} was discarded`,
  schedule: failed("save the schedule"),
  scheduled: (time: string) => `It goes live on ${time}`,
  ends: (time: string) => `It ends on ${time}`,
  unscheduled: "Schedule removed",
  publish: failed("publish"),
  published: (name: string) => `${name} is live now`,
  links: failed("load the links"),
  makeLink: failed("create a link"),
  revokeLink: failed("revoke the link"),
  linkRevoked: "Link revoked",
  gone: "This set was already published or discarded",
};

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
