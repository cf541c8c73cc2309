import { failedTo } from "./reasons.ts";

/** What checks of public pages say, loaded with them. */
export const CHECK_MESSAGES = {
  site: failedTo("check your pages"),
  set: failedTo("check this set"),
  links: failedTo("load links to other sites"),
  checkLinks: failedTo("check the links"),
  linksChecked: "Each link was checked in the last 10 minutes",
};
