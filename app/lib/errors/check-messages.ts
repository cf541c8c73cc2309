import { failedTo } from "./reasons.ts";

/** What checks of public pages say, loaded with them. */
export const CHECK_MESSAGES = {
  site: failedTo("check your pages"),
  set: failedTo("check this set"),
  links: failedTo("load links to other sites"),
  checkLinks: failedTo("check the links"),
  linksChecked: "All links were checked in the last 10 minutes",
};
