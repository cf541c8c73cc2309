import { expect } from "vitest";
import { reason } from "#app/lib/errors/reasons.ts";
import type { Person, World } from "./world.ts";

/** What the product may say: a fixed sentence, or one with values. */
export type Said = string | ((...values: never[]) => string);

/** Creates the situation that a sentence describes, and fails unless it is true. */
export type Fact = (world: World) => Promise<void>;

/** Only a browser reaches the sentence: the journey with this title calls `shows` for it. */
export interface Journey {
  /** in tests/e2e */
  file: string;
  title: string;
}

/** The shape of a message catalog, with a fact for each: a missing one doesn't compile. */
export type FactsFor<Catalogue> = Catalogue extends Said
  ? Fact | Journey
  : { [Name in keyof Catalogue]: FactsFor<Catalogue[Name]> };

/** The keys of a catalog's messages: "pricing.created". */
export type KeyOf<Catalogue> = {
  [Name in keyof Catalogue & string]: Catalogue[Name] extends Said
    ? Name
    : `${Name}.${KeyOf<Catalogue[Name]>}`;
}[keyof Catalogue & string];

/** The leaves of a catalog, or of its facts, by key. */
export function leavesOf<Leaf>(
  tree: object,
  isLeaf: (value: unknown) => value is Leaf,
  prefix = "",
): Map<string, Leaf> {
  const leaves = new Map<string, Leaf>();
  for (const [name, value] of Object.entries(tree)) {
    if (isLeaf(value)) leaves.set(prefix + name, value);
    else
      for (const [key, leaf] of leavesOf(value as object, isLeaf, `${prefix}${name}.`))
        leaves.set(key, leaf);
  }
  return leaves;
}

export const isSaid = (value: unknown): value is Said =>
  typeof value === "string" || typeof value === "function";

export const isProof = (value: unknown): value is Fact | Journey =>
  typeof value === "function" ||
  (typeof value === "object" && value !== null && "file" in value && "title" in value);

/** What `work` throws; fails when it doesn't. */
export async function thrownBy(work: () => Promise<unknown>): Promise<unknown> {
  try {
    await work();
  } catch (cause) {
    return cause;
  }
  throw new Error("It was not refused.");
}

const NO_RIGHT = /You don't have permission to do this|You no longer have access/;

/**
 * Expects the call to be refused without the right to it, with a readable reason, and no change.
 * @param say the sentence, where it includes the reason
 * @param before creates what the call needs; not part of the check for changes
 */
export function refusedTo<Given = undefined>(
  who: Person,
  call: (world: World, given: Given) => Promise<unknown>,
  {
    say = reason,
    why = NO_RIGHT,
    before,
  }: {
    say?: (cause: unknown) => string;
    why?: RegExp;
    before?: (world: World) => Promise<Given>;
  } = {},
): Fact {
  return async (world) => {
    const given = (await before?.(world)) as Given;
    const cause = await world.unchanged(() =>
      thrownBy(() => world.as(who, () => call(world, given))),
    );
    expect(say(cause)).toMatch(why);
    if (say !== reason) expect(say(cause)).toContain(reason(cause));
  };
}

/** Expects a read without a connection to fail with words that say so, and to change nothing. */
export const unreadable = (call: (world: World) => Promise<unknown>, say = reason): Fact =>
  refusedTo("cut off", call, { say, why: /The server can't be reached/ });
