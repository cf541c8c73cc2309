import type { Missing } from "#app/lib/retry/when-back.ts";
import { mergeVersions } from "#app/lib/text/three-way-merge.ts";

export type SaveState = "rest" | "saving" | "saved" | "failed";

/** Text being edited, with the version it is based on. */
export interface Draft<Row> {
  text: string;
  seen: Row;
}

/** A save in flight. */
interface Sent<Row> extends Draft<Row> {
  /** the normalized text to store */
  value: string;
  /** the number of failed automatic retries; undefined: the user saved */
  failed: number | undefined;
  /** it undoes the last save */
  undoes: boolean;
}

/** The state of a field that saves on blur, without its UI. */
export interface Autosave<Row> {
  draft: Draft<Row> | undefined;
  state: SaveState;
  error: string | undefined;
  /** the row someone else stored, by whom and when, while the user has to choose */
  stale: { row: NonNullable<Row>; saved: string } | undefined;
  sent: Sent<Row> | undefined;
  /** the field was left while a save was in flight */
  leftMeanwhile: boolean;
  /** the screen was unmounted */
  gone: boolean;
}

export const atRest = {
  draft: undefined,
  state: "rest" as const,
  error: undefined,
  stale: undefined,
  sent: undefined,
  leftMeanwhile: false,
  gone: false,
};

export type Refusal<Row> =
  /** someone else saved first */
  { stale: NonNullable<Row>; words: string } | { missing: Missing | undefined; words: string };

export type Event<Row> =
  | { type: "shown" }
  | { type: "gone" }
  /** @param row the row as last read */
  | { type: "edit"; text: string; row: Row }
  | { type: "leave" }
  /** sets a value and saves it in one step */
  | { type: "put"; text: string; row: Row; undoes?: boolean }
  | { type: "stored"; row: NonNullable<Row> }
  | { type: "refused"; refusal: Refusal<Row> }
  /** retries a failed save. @param failed undefined: the user asked */
  | { type: "retry"; tried: Draft<Row>; failed: number | undefined }
  | { type: "conflict"; row: NonNullable<Row>; saved: string }
  | { type: "keep mine" }
  | { type: "take theirs" }
  | { type: "decide later" }
  /** discards the typed text; not while it is being saved */
  | { type: "discard" };

/** The side effects for the screen, in order. */
export type Effect<Row> =
  | { type: "stop waiting" }
  | { type: "take back message" }
  | { type: "save"; value: string; over: Row }
  | { type: "remember"; before: Row; after: NonNullable<Row> }
  | { type: "forget"; row: NonNullable<Row> }
  /** retries when the network or session is back, or after a delay */
  | { type: "wait"; missing: Missing; failed: number; tried: Draft<Row> }
  | { type: "say that it is saved after all" }
  | { type: "say why not"; words: string; tried: Draft<Row> }
  | { type: "say what was typed"; words: string; text: string }
  | { type: "ask who"; row: NonNullable<Row> };

export interface Rules<Row> {
  textOf: (row: Row) => string;
  check: (text: string) => { value: string } | { error: string };
}

type Next<Row> = readonly [Autosave<Row>, Effect<Row>[]];

/** Returns the field's next state and its side effects. */
export function autosave<Row>(
  field: Autosave<Row>,
  event: Event<Row>,
  rules: Rules<Row>,
): Next<Row> {
  switch (event.type) {
    case "shown":
      return [{ ...field, gone: false }, []];
    case "gone":
      // The user left and discarded the text. A save in flight keeps waiting for its retry.
      return [{ ...field, gone: true }, field.sent ? [] : [{ type: "stop waiting" }]];
    case "edit":
      return edit(field, event);
    case "leave":
      return field.draft ? store(field, field.draft, rules) : [field, []];
    case "put": {
      const [edited, effects] = edit(field, event);
      return followedBy(effects, store(edited, edited.draft, rules, { undoes: event.undoes }));
    }
    case "retry":
      return store(field, field.draft ?? event.tried, rules, { failed: event.failed });
    case "stored":
      return stored(field, event.row, rules);
    case "refused":
      return refused(field, event.refusal, rules);
    case "conflict":
      // Meanwhile the text was discarded, or is being saved again, which finds the conflict again.
      if (!field.draft || field.sent) return [field, []];
      return [{ ...field, stale: { row: event.row, saved: event.saved } }, []];
    case "keep mine": {
      const { stale, draft } = field;
      if (!stale || !draft) return [field, []];
      const mine = { text: draft.text, seen: stale.row };
      return store({ ...field, stale: undefined, draft: mine }, mine, rules);
    }
    case "take theirs":
      return [{ ...settled(field, "rest"), stale: undefined, draft: undefined }, []];
    case "decide later":
      return [{ ...field, stale: undefined, error: "This was changed while you were editing" }, []];
    case "discard":
      return [
        { ...settled(field, "rest"), draft: undefined },
        [{ type: "stop waiting" }, { type: "take back message" }],
      ];
  }
}

const settled = <Row>(field: Autosave<Row>, state: SaveState, error?: string) => ({
  ...field,
  state,
  error,
});

const followedBy = <Row>(before: Effect<Row>[], [field, effects]: Next<Row>): Next<Row> => [
  field,
  [...before, ...effects],
];

function edit<Row>(field: Autosave<Row>, { text, row }: { text: string; row: Row }) {
  const draft = { text, seen: field.draft ? field.draft.seen : row };
  const state = field.state === "saving" ? field.state : "rest";
  const effects: Effect<Row>[] = [{ type: "stop waiting" }];
  return [{ ...settled(field, state), draft }, effects] as const;
}

function store<Row>(
  field: Autosave<Row>,
  { text, seen }: Draft<Row>,
  { check, textOf }: Rules<Row>,
  { failed, undoes = false }: { failed?: number | undefined; undoes?: boolean | undefined } = {},
): Next<Row> {
  const stop: Effect<Row> = { type: "stop waiting" };
  if (field.sent) return [{ ...field, leftMeanwhile: true }, [stop]];
  // The dialog that asks takes the focus, and decides.
  if (field.stale) return [field, [stop]];
  const checked = check(text);
  if ("error" in checked) return [settled(field, "failed", checked.error), [stop]];
  const { value } = checked;
  if (value === textOf(seen)) return [{ ...settled(field, "rest"), draft: undefined }, [stop]];
  return [
    { ...settled(field, "saving"), sent: { text, seen, value, failed, undoes } },
    [stop, { type: "take back message" }, { type: "save", value, over: seen }],
  ];
}

/** Text typed during the save is now based on the stored version. */
function stored<Row>(field: Autosave<Row>, row: NonNullable<Row>, rules: Rules<Row>): Next<Row> {
  const { sent, draft } = field;
  if (!sent) return [field, []];
  const typed = draft?.text ?? sent.text;
  const left = typed === sent.text ? undefined : { text: typed, seen: row };
  const effects: Effect<Row>[] = [
    sent.undoes ? { type: "forget", row } : { type: "remember", before: sent.seen, after: row },
  ];
  if (sent.failed !== undefined) effects.push({ type: "say that it is saved after all" });
  const next = { ...settled(field, left ? "rest" : "saved"), draft: left, sent: undefined };
  return followedBy(effects, saveIfLeftMeanwhile(next, rules));
}

function refused<Row>(field: Autosave<Row>, refusal: Refusal<Row>, rules: Rules<Row>): Next<Row> {
  const { sent } = field;
  if (!sent) return [field, []];
  const next = { ...field, sent: undefined };
  if ("stale" in refusal) return overtaken(next, sent, refusal, rules);
  const { missing, words } = refusal;
  const tried = { text: sent.text, seen: sent.seen };
  const failed = sent.failed ?? 0;
  const effects: Effect<Row>[] = missing ? [{ type: "wait", missing, failed, tried }] : [];
  // Report automatic retries only once.
  if (sent.failed === undefined || !missing) effects.push({ type: "say why not", words, tried });
  return followedBy(effects, saveIfLeftMeanwhile(settled(next, "failed", words), rules));
}

/** If someone else changed only other columns, there is nothing to ask. */
function overtaken<Row>(
  field: Autosave<Row>,
  sent: Sent<Row>,
  { stale: row, words }: { stale: NonNullable<Row>; words: string },
  rules: Rules<Row>,
): Next<Row> {
  const { value } = sent;
  const [seen, theirs] = [rules.textOf(sent.seen), rules.textOf(row)];
  const { conflicts } = mergeVersions({ text: seen }, { text: value }, { text: theirs });
  if (conflicts.length === 0) return [{ ...field, sent }, [{ type: "save", value, over: row }]];
  const next: Autosave<Row> = { ...field, state: "failed" };
  // A leave during the save also waits for the user's choice.
  if (!field.gone) return [{ ...next, leftMeanwhile: false }, [{ type: "ask who", row }]];
  const report: Effect<Row> = { type: "say what was typed", words, text: sent.text };
  return followedBy([report], saveIfLeftMeanwhile(next, rules));
}

/** Saves the text of a field that was left while another save was in flight. */
function saveIfLeftMeanwhile<Row>(field: Autosave<Row>, rules: Rules<Row>): Next<Row> {
  if (!field.leftMeanwhile) return [field, []];
  const next = { ...field, leftMeanwhile: false };
  return next.draft ? store(next, next.draft, rules) : [next, []];
}
