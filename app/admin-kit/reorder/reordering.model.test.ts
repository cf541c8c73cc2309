import fc from "fast-check";
import { expect } from "vitest";
import { followsModel } from "#tests/support/model.ts";
import { atRest, type Action as Event, reordering, shownOf } from "./reordering.ts";

const IDS = ["a", "b", "c", "d", "e"];

type Operation =
  | ["pick up", id: string, by: "pointer" | "keyboard"]
  | ["move", to: number]
  | ["drop" | "put back" | "the store answers" | "the store refuses"]
  | ["a colleague reorders", ids: string[]];

const operation = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.tuple(
      fc.constant("pick up"),
      fc.constantFrom(...IDS),
      fc.constantFrom("pointer", "keyboard"),
    ),
  },
  { weight: 6, arbitrary: fc.tuple(fc.constant("move"), fc.nat(IDS.length - 1)) },
  {
    weight: 6,
    arbitrary: fc.tuple(
      fc.constantFrom("drop", "drop", "put back", "the store answers", "the store refuses"),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(
      fc.constant("a colleague reorders"),
      fc.shuffledSubarray(IDS, { minLength: IDS.length - 1 }),
    ),
  },
) as fc.Arbitrary<Operation>;

/** Simulates a user with a list that reorders optimistically and reverts on failure. */
function follow(operations: readonly Operation[]) {
  let list = atRest(IDS);
  let stored: readonly string[] = IDS;
  let notified: readonly string[] = IDS;

  /** The model: the visible order, the held item, and the order before the drag. */
  let shown = [...IDS];
  let held: { id: string; from: string[] } | undefined;

  function act(event: Event) {
    const [next, stores] = reordering(list, event);
    list = next;
    return stores;
  }

  function letGo(event: Event) {
    const isOther = held !== undefined && shown.join() !== held.from.join();
    held = undefined;
    const stores = act(event);
    expect(stores?.join(), "the order that is stored").toBe(isOther ? shown.join() : undefined);
    if (stores) notify(stores);
  }

  /** Only a changed list cancels a drag. */
  function notify(ids: readonly string[]) {
    if (ids.join() !== notified.join()) {
      if (shown.join() !== ids.join()) held = undefined;
      shown = [...ids];
    }
    notified = ids;
    act({ type: "list", ids });
  }

  function read(ids: readonly string[]) {
    stored = ids;
    notify(ids);
  }

  function move(to: number) {
    if (held) {
      const others = shown.filter((id) => id !== held?.id);
      shown = [...others.slice(0, to), held.id, ...others.slice(to)];
    }
    act({ type: "move", to });
  }

  function pickUp(id: string, by: "pointer" | "keyboard") {
    if (!shown.includes(id)) return;
    letGo({ type: "pick up", id, by });
    held = { id, from: [...shown] };
  }

  function putBack() {
    if (held) shown = held.from;
    held = undefined;
    act({ type: "put back" });
  }

  function operate(operation: Operation) {
    const [what] = operation;
    if (what === "pick up") pickUp(operation[1], operation[2]);
    else if (what === "move") move(Math.min(operation[1], shown.length - 1));
    else if (what === "drop") letGo({ type: "drop" });
    else if (what === "put back") putBack();
    else if (what === "a colleague reorders") read(operation[1]);
    // The server only answers orders that were dropped.
    else if (!held) read(what === "the store answers" ? shown : stored);
  }

  for (const operation of operations) {
    operate(operation);
    expect({ shown: shownOf(list).join(), held: list.held?.id }).toEqual({
      shown: shown.join(),
      held: held?.id,
    });
  }
}

followsModel("a list that is put in order", {
  operation,
  follow,
  length: 200,
  runs: 100,
  failedOnce: {
    "an item that is held is dropped where it is when another one is picked up": [
      ["pick up", "a", "keyboard"],
      ["move", 2],
      ["pick up", "b", "pointer"],
      ["drop"],
    ],
  },
});
