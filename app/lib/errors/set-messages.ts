import { failedTo } from "./reasons.ts";

/** What change sets say, loaded with their dialogs. */
export const SET_MESSAGES = {
  create: failedTo("create the set"),
  review: failedTo("load the review"),
  change: failedTo("change the set"),
  discarded: (name: string) => `${name} was discarded`,
  schedule: failedTo("save the schedule"),
  scheduled: (time: string) => `It goes live on ${time}`,
  ends: (time: string) => `It ends on ${time}`,
  unscheduled: "Schedule removed",
  publish: failedTo("publish"),
  published: (name: string) => `${name} is live now`,
  links: failedTo("load the links"),
  makeLink: failedTo("create a link"),
  revokeLink: failedTo("revoke the link"),
  linkRevoked: "Link revoked",
  gone: "This set was already published or discarded",
};

/** What reviews of change sets say, loaded with their dialogs. */
export const REVIEW_MESSAGES = {
  reviewers: failedTo("load your colleagues"),
  ask: failedTo("send the set for review"),
  sentForReview: (name: string) => `Sent to ${name} for review`,
  answer: failedTo("submit your review"),
  approved: (name: string) => `You approved ${name}`,
  changes: (name: string) => `You asked for changes in ${name}`,
  comment: failedTo("add the comment"),
  markComment: failedTo("change the comment"),
};
