import { ADMINS, allFor, long, onlyAdminsWrite, type TableFacts } from "./facts.ts";

let count = 0;
const many = Array.from({ length: 51 }, (_, index) => `Shop ${index}`);

export const facts: TableFacts = {
  make: () => ({ email: `dana${++count}@example.com`, platforms: ["Etsy"], volumes: [] }),
  get patch() {
    return { email: `changed${++count}@example.com` };
  },
  rights: { select: allFor(ADMINS), ...onlyAdminsWrite },
  refuses: [
    ["email_is_an_address", { email: "dana at example" }],
    ["email_is_in_lower_case", { email: "Dana@example.com" }],
    ["platforms_at_most_50", { platforms: many }],
    ["platforms_are_names", { platforms: [""] }],
    ["platforms_are_names", { platforms: [long(2501)] }],
    ["volumes_at_most_50", { volumes: many }],
    ["volumes_are_names", { volumes: [""] }],
    ["volumes_are_names", { volumes: [long(2501)] }],
  ],
  once: [["email_at_most_once", { email: "twice@example.com" }]],
};
