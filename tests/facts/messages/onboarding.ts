import { readOnboarding } from "#app/features/onboarding/queries.ts";
import { say, takeBack } from "#app/features/onboarding/saying.ts";
import { MESSAGES } from "#app/lib/errors/messages.ts";
import { type FactsFor, refusedTo } from "../fact.ts";
import type { World } from "../world.ts";

const words = MESSAGES.onboarding;
const saidBefore = ({ as }: World) => as("admin", () => say(["prices"]));

export const onboardingMessages: FactsFor<Pick<typeof MESSAGES, "onboarding">> = {
  onboarding: {
    load: refusedTo("stranger", readOnboarding, { say: words.load }),
    say: refusedTo("stranger", () => say(["logo"]), { say: words.say }),
    takeBack: refusedTo("stranger", () => takeBack(["prices"]), {
      say: words.takeBack,
      before: saidBefore,
    }),
  },
};
