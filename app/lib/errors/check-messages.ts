import { reason } from "./reasons.ts";

const failed = (what: string) => (cause: unknown) => `Failed to ${what}: ${reason(cause)}`;

/** What checks of public pages say, loaded with them. */
export const CHECK_MESSAGES = {
  site: failed("check your pages"),
  set: failed("check this set"),
};
