import { defaultSettings } from "#app/content/index.ts";
import type { Onboarding, OwnersWord } from "#app/lib/data/database.types.ts";
import type { PublicRows } from "./public-rows.ts";
import { type Part, type PublicText, publicTexts } from "./public-texts.ts";
import { missingReasons } from "./reasons.ts";

/** The steps, in the order a new owner takes them. */
export const STEPS = [
  ...(["company", "logo", "color", "reach", "address", "hours"] as const),
  ...(["prices", "calendar", "words", "reasons", "mail", "password", "colleague"] as const),
];
export type StepId = (typeof STEPS)[number];
export interface Step {
  id: StepId;
  done: boolean;
  /** visitors see its result: the site is the owner's once these steps are done */
  isPublic: boolean;
  /** the texts here that tell visitors about the company */
  texts: readonly PublicText[];
  /** those that are demo content nobody chose to keep */
  left: readonly PublicText[];
  /** decisions about the step, its parts and its texts */
  said: readonly OwnersWord[];
}

export interface Progress {
  steps: readonly Step[];
  /** how many texts tell visitors about the company */
  total: number;
  /** those that are demo content nobody chose to keep */
  left: readonly PublicText[];
  /** those that are demo content a person chose to keep */
  kept: readonly PublicText[];
  /** no demo content is public anymore */
  isOwn: boolean;
}

const PRIVATE: ReadonlySet<StepId> = new Set([
  "address",
  "reasons",
  "mail",
  "password",
  "colleague",
]);
/** The step that a part belongs to. */
export const stepOf = (part: Part) => part.split("/", 1)[0] as StepId;

/**
 * Onboarding progress. A step is done once none of its data is demo content. Keeping a step or part
 * covers text equal to the seed's. Text naming the demo company must be kept individually.
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
    reasons: missingReasons(rows).length === 0,
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
    kept: texts.filter((text) => text.demo && !left.includes(text)),
    isOwn: steps.every(({ done, isPublic }) => done || !isPublic),
  };
}

/** The decisions that keep these texts: per part, and per text that names the demo company. */
const placesToKeep = (texts: readonly PublicText[]): string[] => [
  ...new Set(texts.map(({ part, place, demo }) => (demo === "same" ? part : place))),
];

/** Each is done once a person has seen something happen; keeping the site as it is says nothing about that. */
const SEEN: ReadonlySet<StepId> = new Set(["mail", "password"]);

/** The decisions that keep everything left, and the open steps that they leave open. */
export function keepingAll({ steps, left }: Pick<Progress, "steps" | "left">) {
  const open = steps.filter(({ done, left }) => !done && left.length === 0).map(({ id }) => id);
  return {
    places: [...new Set([...placesToKeep(left), ...open.filter((id) => !SEEN.has(id))])],
    stays: open.filter((id) => SEEN.has(id)),
  };
}
