import fc from "fast-check";
import { expect } from "vitest";
import { followsModel } from "#tests/support/model.ts";
import { type Autosave, atRest, autosave, type Effect, type Event } from "./autosave.ts";

interface Row {
  text: string;
  version: number;
}

type Operation =
  | ["type" | "put" | "undo", text: string]
  | ["leave" | "the save arrives" | "the save is refused" | "no server" | "try again" | "wait"]
  | ["keep mine" | "take theirs" | "decide later" | "leave the screen" | "come back" | "read"]
  | ["discard" | "their name is known"]
  | ["a colleague saves", text: string];

// The field rejects "!" and trims spaces.
const text = fc.constantFrom("a", "b", "c", " a", "!");
const operation = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(fc.constantFrom("type", "type", "put", "undo"), text) },
  { weight: 2, arbitrary: fc.tuple(fc.constant("a colleague saves"), fc.constantFrom("a", "d")) },
  {
    weight: 16,
    arbitrary: fc.tuple(
      fc.constantFrom(
        ...["leave", "leave", "leave", "the save arrives", "the save arrives", "the save arrives"],
        ...["the save is refused", "no server", "no server", "try again", "wait", "read"],
        ...["keep mine", "take theirs", "decide later", "leave the screen", "come back", "discard"],
        ...["their name is known", "their name is known", "their name is known"],
      ),
    ),
  },
) as fc.Arbitrary<Operation>;

const rules = {
  textOf: (row: Row) => row.text,
  check: (text: string) => (text === "!" ? { error: "Not this." } : { value: text.trim() }),
};

/** Simulates a user at one field, and a server that answers when an operation says so. */
function follow(operations: readonly Operation[]) {
  let field: Autosave<Row> = atRest;
  let stored: Row = { text: "a", version: 1 };
  let read = stored;
  let waits: Extract<Effect<Row>, { type: "wait" }> | undefined;
  let toast: Extract<Effect<Row>, { type: "say why not" }> | undefined;
  const underWay: { value: string; over: Row }[] = [];

  /** The model: text that is neither stored nor discarded, and the version it is based on. */
  let typed: { text: string; from: Row } | undefined;
  /** The model: the save in flight, and what the field shows. */
  let sent: { text: string; from: Row; over: Row } | undefined;
  let leftSince = false;
  let asked: Row | undefined;
  /** The model: conflicts whose other person is being looked up. */
  const lookups: Row[] = [];
  let gone = false;
  let state: Autosave<Row>["state"] = "rest";

  function dispatch(event: Event<Row>) {
    const [next, effects] = autosave(field, event, rules);
    field = next;
    for (const effect of effects) run(effect);
  }

  function run(effect: Effect<Row>) {
    if (effect.type === "save") underWay.push(effect);
    else if (effect.type === "wait") waits = effect;
    else if (effect.type === "stop waiting") waits = undefined;
    else if (effect.type === "say why not") toast = effect;
    else if (effect.type === "take back message") toast = undefined;
    else if (effect.type === "ask who") lookups.push(effect.row);
  }

  function type(text: string) {
    typed = { text, from: typed?.from ?? read };
    if (!sent) state = "rest";
  }

  /** The user wants the typed text stored. */
  function want() {
    if (!typed || asked) return;
    if (sent) leftSince = true;
    else if (typed.text === "!") state = "failed";
    else if (typed.text.trim() === typed.from.text) {
      typed = undefined;
      state = "rest";
    } else {
      sent = { ...typed, over: typed.from };
      state = "saving";
    }
  }

  function answered(next: typeof state) {
    sent = undefined;
    state = next;
    if (leftSince) want();
    leftSince = false;
  }

  function arrive() {
    const save = underWay.shift();
    if (!save || !sent) return;
    if (save.over.version !== stored.version) return overtaken(save, sent);
    expect(save.value, "what was typed is what is stored").toBe(sent.text.trim());
    stored = { text: save.value, version: stored.version + 1 };
    read = stored;
    const isAll = typed === undefined || typed.text === sent.text;
    typed = typed && !isAll ? { text: typed.text, from: stored } : undefined;
    answered(isAll ? "saved" : "rest");
    dispatch({ type: "stored", row: stored });
  }

  function overtaken({ value }: { value: string }, before: typeof sent & {}) {
    const isSame = stored.text === before.from.text || stored.text === value;
    if (isSame) sent = { ...before, over: stored };
    else {
      leftSince &&= gone;
      answered("failed");
    }
    dispatch({ type: "refused", refusal: { stale: stored, words: "Someone was faster" } });
    if (!isSame && !gone) expect(lookups.at(-1), "the person is asked").toBe(stored);
  }

  function refuse(missing: "server" | undefined) {
    if (!underWay.shift() || !sent) return;
    const isLast = !leftSince;
    answered("failed");
    dispatch({ type: "refused", refusal: { missing, words: "Not now" } });
    if (isLast) expect(waits !== undefined, "it is tried again").toBe(missing === "server");
  }

  function retry(tried: { text: string; from: Row }, failed: number | undefined) {
    typed ??= tried;
    want();
    dispatch({ type: "retry", tried: { text: tried.text, seen: tried.from }, failed });
  }

  const operate: Record<Operation[0], (text: string) => void> = {
    type(text) {
      type(text);
      dispatch({ type: "edit", text, row: read });
    },
    put(text) {
      const row = read;
      type(text);
      want();
      dispatch({ type: "put", text, row });
    },
    undo(text) {
      const row = read;
      type(text);
      want();
      dispatch({ type: "put", text, row, undoes: true });
    },
    leave() {
      want();
      dispatch({ type: "leave" });
    },
    "the save arrives": arrive,
    "the save is refused": () => refuse(undefined),
    "no server": () => refuse("server"),
    "try again"() {
      if (toast && typed) retry({ text: toast.tried.text, from: toast.tried.seen }, undefined);
    },
    wait() {
      if (waits) retry({ text: waits.tried.text, from: waits.tried.seen }, waits.failed + 1);
    },
    read() {
      read = stored;
    },
    "a colleague saves": (text) => {
      stored = { text, version: stored.version + 1 };
    },
    "keep mine"() {
      if (asked && typed) {
        typed = { text: typed.text, from: asked };
        asked = undefined;
        want();
      }
      dispatch({ type: "keep mine" });
    },
    "take theirs"() {
      if (!asked) return;
      typed = asked = undefined;
      if (!sent) state = "rest";
      dispatch({ type: "take theirs" });
    },
    "their name is known"() {
      const row = lookups.shift();
      if (!row) return;
      // Text that was discarded needs no choice, and a save in flight finds the conflict again.
      if (typed && !sent) asked = row;
      dispatch({ type: "conflict", row, saved: "by Mia" });
    },
    "decide later"() {
      if (!asked) return;
      asked = undefined;
      dispatch({ type: "decide later" });
    },
    discard() {
      if (sent) return;
      typed = undefined;
      state = "rest";
      dispatch({ type: "discard" });
    },
    "leave the screen"() {
      gone = true;
      dispatch({ type: "gone" });
    },
    "come back"() {
      gone = false;
      dispatch({ type: "shown" });
    },
  };

  for (const [what, text = ""] of operations) {
    // A conflict dialog covers the field. When it opens, the field loses the focus.
    if (asked && ["type", "put", "undo", "discard"].includes(what)) continue;
    operate[what](text);
    expect({
      text: field.draft?.text ?? read.text,
      state: field.state,
      asks: field.stale?.row,
      underWay: underWay.map(({ over }) => over),
    }).toEqual({
      text: typed?.text ?? read.text,
      state,
      asks: asked,
      underWay: sent ? [sent.over] : [],
    });
  }
}

followsModel("a field that saves when it is left", {
  operation,
  follow,
  length: 200,
  runs: 100,
  failedOnce: {
    "what is wrong with a text is not forgotten when the save before it arrives": [
      ["put", "b"],
      ["put", "!"],
      ["the save arrives"],
    ],
    "somebody who keeps theirs is not asked about the same version again": [
      ["put", "c"],
      ["a colleague saves", "d"],
      ["the save arrives"],
      ["their name is known"],
      ["keep mine"],
      ["no server"],
      ["wait"],
      ["the save arrives"],
    ],
    "what was left meanwhile waits until somebody has chosen": [
      ["put", "c"],
      ["put", "b"],
      ["a colleague saves", "d"],
      ["the save arrives"],
      ["their name is known"],
      ["take theirs"],
    ],
    "nobody is asked about a text that was discarded meanwhile": [
      ["put", "c"],
      ["a colleague saves", "d"],
      ["the save arrives"],
      ["discard"],
      ["their name is known"],
    ],
    "losing the focus to the question saves nothing": [
      ["put", "c"],
      ["a colleague saves", "d"],
      ["the save arrives"],
      ["their name is known"],
      ["leave"],
    ],
    "a colleague who saves twice meanwhile is not overwritten": [
      ["put", "c"],
      ["a colleague saves", "c"],
      ["the save arrives"],
      ["a colleague saves", "d"],
      ["the save arrives"],
    ],
  },
});
