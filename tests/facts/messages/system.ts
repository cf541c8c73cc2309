import { expect } from "vitest";
import { SYSTEM_MESSAGES } from "#app/features/system/messages.ts";
import {
  addressOf,
  beginBackup,
  makeNewKeys,
  readDeliverability,
  readSystem,
  sendTestBack,
  sendTestMail,
} from "#app/features/system/queries.ts";
import { people } from "#tests/support/people.ts";
import type { EVERY_MESSAGE } from "../every-message.ts";
import { type FactsFor, refusedTo } from "../fact.ts";
import { journeys } from "../journeys.ts";
import type { World } from "../world.ts";

const words = SYSTEM_MESSAGES;
/** The functions' own words. */
const why = /Only an admin can do this/;

/** Without notices about earlier facts, which arrive on their own schedule. */
const testMails = async (world: World) =>
  (await world.mailsTo(people.admin.email)).filter(
    ({ subject }) => subject === "A test email from your website",
  );

export const systemMessages: FactsFor<Pick<typeof EVERY_MESSAGE, "system" | "email" | "copy">> = {
  email: {
    saved: async (world) => {
      const before = await testMails(world);
      const { saved } = await world.as("admin", sendTestMail);
      expect(saved).toBe(true);
      expect(await testMails(world)).toHaveLength(before.length + 1);
    },
  },
  copy: { done: journeys["copy.done"], failed: journeys["copy.failed"] },
  system: {
    load: refusedTo("stranger", readSystem, { say: words.load, why }),
    deliverability: refusedTo("stranger", () => readDeliverability(), {
      say: words.deliverability,
      why,
    }),
    backupFailed: refusedTo("stranger", beginBackup, { why }),
    fetchFailed: refusedTo("stranger", () => addressOf("20200101T000000Z"), { why }),
    mailed: async (world) => {
      const before = await testMails(world);
      const { to } = await world.as("admin", sendTestMail);
      expect(to).toBe(people.admin.email);
      expect(await testMails(world)).toHaveLength(before.length + 1);
    },
    mailFailed: refusedTo("stranger", sendTestMail, { why }),
    backFailed: refusedTo("stranger", () => sendTestBack(), { say: words.backFailed, why }),
    notBack: journeys["system.notBack"],
    backWithoutResults: journeys["system.backWithoutResults"],
    // It would sign out the people that other facts act as.
    keysMade: journeys["system.keysMade"],
    keysFailed: refusedTo("stranger", makeNewKeys, { why }),
  },
};
