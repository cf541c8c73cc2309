import { failedTo } from "./reasons.ts";

type Failure = (cause: unknown) => string;

/** A list screen's success and failure messages. */
export interface ListMessages {
  load: Failure;
  create: Failure;
  update: Failure;
  /** for changing one column from the list */
  patch: Failure;
  remove: Failure;
  created: string;
  updated: string;
  deleted: string;
}

/** 'Failed to load FAQ items'; the reason is shown next to it */
export const justFailedTo = (what: string) => () => `Failed to ${what}`;

/**
 * The messages of a list, from its singular and plural: `listMessages("price", "prices")`.
 * @param failed builds the failure messages
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
