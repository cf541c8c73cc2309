import { reason } from "./reasons.ts";

type Failure = (cause: unknown) => string;

/** What the screen of a list says of success and failure. */
export interface ListMessages {
  load: Failure;
  create: Failure;
  update: Failure;
  /** of one column, in the list itself */
  patch: Failure;
  remove: Failure;
  created: string;
  updated: string;
  deleted: string;
}

/** 'Failed to load prices: …', with the reason */
export const failedTo = (what: string) => (cause: unknown) => `Failed to ${what}: ${reason(cause)}`;
/** 'Failed to load FAQ items'; the reason is told beside it */
export const justFailedTo = (what: string) => () => `Failed to ${what}`;

/**
 * The sentences of a list, the items of which are called so: `listMessages("price", "prices")`.
 * @param failed how a failure is told
 */
export function listMessages(one: string, many: string, failed = failedTo): ListMessages {
  const name = one.charAt(0).toUpperCase() + one.slice(1);
  return {
    load: failed(`load ${many}`),
    create: failed(`save ${one}`),
    update: failed(`save ${one}`),
    patch: failed(`update ${one}`),
    remove: failed(`delete ${one}`),
    created: `${name} created successfully!`,
    updated: `${name} updated successfully!`,
    deleted: `${name} deleted successfully!`,
  };
}
