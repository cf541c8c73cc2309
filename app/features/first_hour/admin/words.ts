import { DEMO_NAME } from "../rule/demo-company.ts";
import type { Part } from "../rule/public-texts.ts";
import type { Progress, StepId } from "../rule/steps.ts";

interface StepWords {
  title: string;
  /** what there is to do, and why */
  about: string;
  /** what a person says to keep it as it is; without it only a change will do */
  keep?: string;
}

export const STEP_WORDS: Record<StepId, StepWords> = {
  company: {
    title: "Company",
    about: "The name stands on every page, in browser tabs, in search results and in mails.",
    keep: "These texts are ours",
  },
  logo: {
    title: "Logo",
    about: "Without one, visitors see a plain mark beside the company's name.",
    keep: "We have no logo",
  },
  color: {
    title: "Color",
    about: `Buttons, links and mails are in ${DEMO_NAME}'s green until you choose yours. Words stay readable in any color.`,
    keep: "This is our color",
  },
  reach: {
    title: "E-mail, phone and website",
    about: `Messages from the contact form go to this address. ${DEMO_NAME}'s are invented: nobody reads them.`,
    keep: "These are ours",
  },
  address: {
    title: "Address",
    about:
      "With a street and a city it stands at the end of every page, and search engines know where you are.",
    keep: "We show no address",
  },
  hours: {
    title: "Hours",
    about: "Visitors see whether you are open now, and how soon you answer.",
    keep: "These are our hours",
  },
  prices: {
    title: "Prices",
    about: "Visitors reckon their month with them, and get a sample invoice.",
    keep: "These prices are ours",
  },
  calendar: {
    title: "Calendar",
    about: "Visitors book a call in it. Left blank, the page offers your phone and e-mail instead.",
    keep: "This is our calendar",
  },
  words: {
    title: "Texts",
    about: "Page by page: what you change is yours, and what fits you as it is you keep.",
  },
  mail: {
    title: "Mail",
    about: "So that you hear of every lead, see whether a mail from this site reaches you.",
    keep: "It arrived",
  },
  password: {
    title: "Your password",
    about:
      "If it was printed at the first start, or somebody gave it to you, choose one that only you know.",
    keep: "I chose it myself",
  },
  colleague: {
    title: "First colleague",
    about: "A second admin lets you back in when you can't, and takes up leads while you are away.",
    keep: "I work alone",
  },
};

const PART_WORDS: Partial<Record<Part, string>> = {
  "words/home": "Home page",
  "words/why-us": "Why Us",
  "words/offers": "List of services",
  "words/faqs": "FAQs",
  "words/team": "Team",
};

/** What a part of the texts is called. */
export function partTitle(part: Part): string {
  const name = part.replace("words/", "");
  return PART_WORDS[part] ?? name.charAt(0).toUpperCase() + name.slice(1);
}

/** "41 of 138 texts are still Evergreen's" */
export const countWords = (left: number, total: number): string =>
  `${left} of ${total} texts ${left === 1 ? "is" : "are"} still ${DEMO_NAME}'s`;

/** "3 of 12 steps are done" */
export const stepsWords = (done: number, total: number): string =>
  `${done} of ${total} steps ${done === 1 ? "is" : "are"} done`;

/** What of the demo visitors see, in one sentence; once its texts are gone, what else is left. */
export function headline({ left, total, steps }: Progress): string {
  if (left.length > 0) return countWords(left.length, total);
  const open = steps
    .filter(({ done, isPublic }) => isPublic && !done)
    .map(({ id }) => STEP_WORDS[id].title.toLowerCase());
  return open.length > 0
    ? `The ${open.join(" and the ")} ${open.length > 1 ? "are" : "is"} still ${DEMO_NAME}'s`
    : `Nothing of ${DEMO_NAME} is public any more`;
}
