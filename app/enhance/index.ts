/**
 * The whole script of a content page. Everything it does is a convenience: without it all content,
 * the menu and every link work.
 */

import { rememberArrival } from "#app/lib/attribution/kept.ts";
import { followAnalytics } from "./analytics.ts";
import { goBack } from "./go-back.ts";
import { closeMenu } from "./menu.ts";
import { reportMissing } from "./missing.ts";
import { scrollToSchedule } from "./scroll-to-schedule.ts";

rememberArrival();
closeMenu();
goBack();
reportMissing();
scrollToSchedule();
followAnalytics();
