import { reason } from "./reasons.ts";

const failed = (what: string) => (cause: unknown) => `Failed to ${what}: ${reason(cause)}`;

/** What checks of public pages say, loaded with them. */
export const CHECK_MESSAGES = {
  site: failed("check your pages"),
  set: failed("check this set"),
  links: failed("load links to other sites"),
  checkLinks: failed("check the links"),
  linksChecked: "Each link was checked in the last 10 minutes",
};
