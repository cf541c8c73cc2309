import { readFirstHour } from "#app/features/first_hour/queries.ts";
import { say, takeBack } from "#app/features/first_hour/saying.ts";
import { MESSAGES } from "#app/lib/errors/messages.ts";
import { type FactsFor, refusedTo } from "../fact.ts";
import type { World } from "../world.ts";

const words = MESSAGES.firstHour;
const saidBefore = ({ as }: World) => as("admin", () => say(["prices"]));

export const firstHourMessages: FactsFor<Pick<typeof MESSAGES, "firstHour">> = {
  firstHour: {
    load: refusedTo("stranger", readFirstHour, { say: words.load }),
    say: refusedTo("stranger", () => say(["logo"]), { say: words.say }),
    takeBack: refusedTo("stranger", () => takeBack(["prices"]), {
      say: words.takeBack,
      before: saidBefore,
    }),
  },
};
