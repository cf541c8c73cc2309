import { countOf, labelFromKey } from "#app/lib/text/formats.ts";
import { DEMO_NAME, type demoTraceIn } from "../rule/demo-company.ts";
import type { Part, PublicText } from "../rule/public-texts.ts";
import type { Progress, StepId } from "../rule/steps.ts";

interface StepWords {
  title: string;
  /** what to do, and why */
  about: string;
  /** label of the button that keeps it as it is; without it, only a change completes the step */
  keep?: string;
}

export const STEP_WORDS: Record<StepId, StepWords> = {
  company: {
    title: "Company",
    about: "Your name appears on every page, in browser tabs, search results and emails.",
    keep: "This text is ours",
  },
  logo: {
    title: "Logo",
    about: "Without one, visitors see a plain icon next to the company name.",
    keep: "We have no logo",
  },
  color: {
    title: "Color",
    about: `Buttons, links and emails use ${DEMO_NAME}'s green until you choose your color. Text stays readable in any color.`,
    keep: "This is our color",
  },
  reach: {
    title: "Email, phone and website",
    about: `Messages from the contact form go to this address. ${DEMO_NAME}'s contact details are made up, so nobody gets those messages.`,
    keep: "These are ours",
  },
  address: {
    title: "Address",
    about:
      "With a street and a city, your address appears at the bottom of every page and in search results.",
    keep: "We show no address",
  },
  hours: {
    title: "Hours",
    about: "Visitors see whether you're open now and how soon you reply.",
    keep: "These are our hours",
  },
  prices: {
    title: "Prices",
    about: "Visitors use them to estimate costs and see a sample invoice.",
    keep: "These prices are ours",
  },
  calendar: {
    title: "Calendar",
    about: "Visitors use it to book a call. Leave empty to offer your phone and email instead.",
    keep: "This is our calendar",
  },
  words: {
    title: "Texts",
    about: "Go page by page. Rewrite the text, or keep what already fits.",
  },
  reasons: {
    title: "Proof points",
    about:
      "Sellers compare warehouses before they call. Each part appears on the site once you write it.",
    keep: "Leave the rest out",
  },
  mail: {
    title: "Email",
    about: "Send a test email to make sure you don't miss a lead.",
    keep: "It arrived",
  },
  password: {
    title: "Your password",
    about: "If setup or someone else created your password, choose one that only you know.",
    keep: "I chose it myself",
  },
  colleague: {
    title: "First colleague",
    about: "A second admin can let you back in, and reply to leads while you're away.",
    keep: "I work alone",
  },
};

const PART_WORDS: Partial<Record<Part, string>> = {
  "words/home": "Home page",
  "words/why-us": "Why Us",
  "words/offers": "Services list",
  "words/faqs": "FAQs",
  "words/team": "Team",
};

/** A part's title. */
export function partTitle(part: Part): string {
  return PART_WORDS[part] ?? labelFromKey(part.replace("words/", ""));
}

/** "41 of 138 texts still show demo content" */
export const countWords = (left: number, total: number): string =>
  `${left} of ${total} texts still ${left === 1 ? "shows" : "show"} demo content`;

/** What a text shows of the demo company. */
export const TRACE_WORDS: Record<ReturnType<typeof demoTraceIn>, string> = {
  name: `Mentions ${DEMO_NAME}`,
  number: "Demo phone number",
  person: "Fictional person",
};

/** "6 of them mention Evergreen, its people or its phone number."; undefined if none does. */
export function namedWords(texts: readonly PublicText[]): string | undefined {
  const named = texts.filter(({ demo }) => demo === "named").length;
  if (named === 0) return undefined;
  return `${named} of them ${named === 1 ? "mentions" : "mention"} ${DEMO_NAME}, its people or its phone number.`;
}

/** "41 texts stay as they are" */
export const stayWords = (texts: number): string =>
  texts === 1 ? "1 text stays as it is" : `${texts} texts stay as they are`;

/** "3 of 12 steps done" */
export const stepsWords = (done: number, total: number): string => `${done} of ${total} steps done`;

/** The demo content visitors see; without such texts, what else is left, or what was kept. */
export function headline({ left, kept, total, steps }: Progress): string {
  if (left.length > 0) return countWords(left.length, total);
  const open = steps
    .filter(({ done, isPublic }) => isPublic && !done)
    .map(({ id }) => STEP_WORDS[id].title.toLowerCase());
  if (open.length > 0) return `Still demo content: ${open.join(", ")}`;
  if (kept.length === 0) return "No demo content left";
  const named = namedWords(kept);
  return `You kept ${countOf(kept.length, "demo text")}${named ? `. ${named}` : ""}`;
}
