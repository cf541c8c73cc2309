import { activeSet } from "#app/lib/data/sets/active-set.ts";

/** What a save replaced, and by what. */
interface Saved {
  before: string;
  after: string;
}

/** What one person did in this tab. */
interface Visit {
  person: string;
  /** by the row; the last one last */
  saves: Record<string, Saved[]>;
  /** what was typed and is not saved, by its field or form */
  drafts: Record<string, unknown>;
}

const KEY = "admin-visit";

/** How many saves of one row can be undone one after another; the history has them all. */
const KEPT = 20;

const NOTHING: Visit = { person: "", saves: {}, drafts: {} };

let visit = structuredClone(NOTHING);

function remembered(): Partial<Visit> {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? "{}");
  } catch {
    return {};
  }
}

function store() {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(visit));
  } catch {
    // Full or forbidden: until the next reload it is known here.
  }
}

function keep(id: string, saves: Saved[]) {
  visit.saves[id] = saves.slice(-KEPT);
  store();
}

/** Goes on with this person's visit, also after a reload; of another person's nothing is left. */
export function goOnWithVisit(person: string) {
  if (visit.person === person) return;
  const before = remembered();
  if (before.person !== person) endVisit();
  else visit = { ...visit, ...before };
  visit.person = person;
}

/** Anyone who signs out has nothing more to undo here, and leaves no text behind. */
export function endVisit() {
  visit = structuredClone(NOTHING);
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Forbidden: then nothing was kept there.
  }
}

/** @param id the row's; undefined: it did not exist before, so there is nothing to go back to */
export function rememberSave(id: string | undefined, before: string, after: string) {
  if (id) keep(id, [...(visit.saves[id] ?? []), { before, after }]);
}

/** What the text was before this visit's last save of it; undefined where somebody else wrote since. */
export function undoable(id: string | undefined, text: string): string | undefined {
  const last = id === undefined ? undefined : visit.saves[id]?.at(-1);
  return last?.after === text ? last.before : undefined;
}

/** The last save was undone: the one before it comes next. */
export const forgetSave = (id: string) => keep(id, visit.saves[id]?.slice(0, -1) ?? []);

/** Where a draft is kept: what is typed for a change set is not offered for the live site. */
export const draftKey = (field: string): string => `${activeSet()?.id ?? "live"}/${field}`;

/** What was typed there before a reload and is not saved. */
export const keptDraft = <Draft>(key: string) => visit.drafts[key] as Draft | undefined;

/** Keeps what is typed until it is saved or discarded (undefined). Nothing is kept of nobody. */
export function keepDraft(key: string, draft: unknown) {
  if (!visit.person || (draft === undefined && !(key in visit.drafts))) return;
  if (draft === undefined) delete visit.drafts[key];
  else visit.drafts[key] = draft;
  store();
}
