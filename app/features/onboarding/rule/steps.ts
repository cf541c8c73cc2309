import { defaultSettings } from "#app/content/index.ts";
import type { Onboarding, OwnersWord } from "#app/lib/data/database.types.ts";
import type { PublicRows } from "./public-rows.ts";
import { type Part, type PublicText, publicTexts } from "./public-texts.ts";

/** The steps, in the order in which a new owner is led through them. */
export const STEPS = [
  ...(["company", "logo", "color", "reach", "address", "hours"] as const),
  ...(["prices", "calendar", "words", "mail", "password", "colleague"] as const),
];
export type StepId = (typeof STEPS)[number];
export interface Step {
  id: StepId;
  done: boolean;
  /** visitors see what it is about: the site is the owner's once these are done */
  isPublic: boolean;
  /** what tells visitors of the company here */
  texts: readonly PublicText[];
  /** those of them that are the demo's, and nobody kept */
  left: readonly PublicText[];
  /** what was said of it, its parts and its texts */
  said: readonly OwnersWord[];
}

export interface Progress {
  steps: readonly Step[];
  /** how many texts tell visitors of a company */
  total: number;
  /** those of them that are the demo's, and nobody kept */
  left: readonly PublicText[];
  /** nothing of the demo is public any more */
  isOwn: boolean;
}

const PRIVATE: ReadonlySet<StepId> = new Set(["address", "mail", "password", "colleague"]);
/** The step that a part of the texts belongs to. */
export const stepOf = (part: Part) => part.split("/", 1)[0] as StepId;

/**
 * Where the onboarding stands. What can be seen in the data is: a step is done once nothing of it is the
 * demo's. Only the rest is by a person's word, which covers what equals the seed's, and what names the demo
 * company only where it was said of that very text.
 */
export function progressOf(rows: PublicRows, { said, admins }: Onboarding): Progress {
  const places = new Set(said.map(({ place }) => place));
  const texts = publicTexts(rows);
  const left = texts.filter(
    ({ part, place, demo }) => demo && !places.has(place) && !(demo === "same" && places.has(part)),
  );
  const setting = (key: keyof typeof defaultSettings) =>
    rows.site_settings.find(({ setting_key }) => setting_key === key)?.setting_value.trim() ??
    defaultSettings[key].setting_value;
  const derived: Partial<Record<StepId, boolean>> = {
    logo: setting("logo_url") !== "",
    color:
      setting("brand_color_primary").toLowerCase() !==
      defaultSettings.brand_color_primary.setting_value.toLowerCase(),
    address: setting("address_street") !== "" && setting("address_city") !== "",
    mail: false,
    password: false,
    colleague: admins > 1,
  };
  const steps = STEPS.map((id): Step => {
    const ofStep = texts.filter(({ part }) => stepOf(part) === id);
    const leftHere = left.filter(({ part }) => stepOf(part) === id);
    const its = new Set<string>([id, ...ofStep.flatMap(({ part, place }) => [part, place])]);
    const isDone = derived[id];
    return {
      id,
      done: isDone === undefined ? leftHere.length === 0 : isDone || places.has(id),
      isPublic: !PRIVATE.has(id),
      texts: ofStep,
      left: leftHere,
      said: said.filter(({ place }) => its.has(place)),
    };
  });
  return {
    steps,
    total: texts.length,
    left,
    isOwn: steps.every(({ done, isPublic }) => done || !isPublic),
  };
}

/** What has to be said to keep these texts: of their part, and of each that names the demo company. */
const placesToKeep = (texts: readonly PublicText[]): string[] => [
  ...new Set(texts.map(({ part, place, demo }) => (demo === "same" ? part : place))),
];

/** What has to be said so that nothing is left to do. */
export const placesOfAll = ({ steps, left }: Pick<Progress, "steps" | "left">): string[] => [
  ...new Set([
    ...placesToKeep(left),
    ...steps.filter(({ done, left }) => !done && left.length === 0).map(({ id }) => id),
  ]),
];
