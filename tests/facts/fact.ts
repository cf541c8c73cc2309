import { expect } from "vitest";
import { reason } from "#app/lib/errors/reasons.ts";
import type { Person, World } from "./world.ts";

/** What the product may say: a sentence, or a sentence with something in it. */
export type Said = string | ((...values: never[]) => string);

/** Brings about what a sentence tells of, and fails unless it is so. */
export type Fact = (world: World) => Promise<void>;

/** The sentence is reached in a browser alone: the journey of this title calls `shows` for it. */
export interface Journey {
  /** in tests/e2e */
  file: string;
  title: string;
}

/** The same shape as a catalogue of sentences, with what proves each: one left out does not compile. */
export type FactsFor<Catalogue> = Catalogue extends Said
  ? Fact | Journey
  : { [Name in keyof Catalogue]: FactsFor<Catalogue[Name]> };

/** The sentences of a catalogue by their keys: "pricing.created". */
export type KeyOf<Catalogue> = {
  [Name in keyof Catalogue & string]: Catalogue[Name] extends Said
    ? Name
    : `${Name}.${KeyOf<Catalogue[Name]>}`;
}[keyof Catalogue & string];

/** The leaves of a catalogue, or of its facts, by their keys. */
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

/** What `work` throws; fails when it does not. */
export async function thrownBy(work: () => Promise<unknown>): Promise<unknown> {
  try {
    await work();
  } catch (cause) {
    return cause;
  }
  throw new Error("It was not refused.");
}

const NO_RIGHT = /You don't have permission to do this|You no longer have admin rights/;

/**
 * The call is refused to someone without the right to it, for a reason in words, and nothing changed.
 * @param say the sentence, where it carries the reason itself
 * @param before what has to be there; not part of what must not change
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

/** What is read can't be reached: the words say that, and nothing changed. */
export const unreadable = (call: (world: World) => Promise<unknown>, say = reason): Fact =>
  refusedTo("cut off", call, { say, why: /The server can't be reached/ });
