import { type ActiveSet, activeSet } from "#app/lib/data/sets/active-set.ts";

/** The values before and after a save. */
interface Saved {
  before: string;
  after: string;
}

/** One person's activity in this tab. */
interface Visit {
  person: string;
  /** by row id; the newest last */
  saves: Record<string, Saved[]>;
  /** unsaved text by field or form */
  drafts: Record<string, unknown>;
}

const KEY = "admin-visit";

/** How many saves per row can be undone in sequence. The history has all of them. */
const UNDO_LIMIT = 20;

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
    // Storage is full or blocked: keep it in memory until the next reload.
  }
}

function keep(id: string, saves: Saved[]) {
  visit.saves[id] = saves.slice(-UNDO_LIMIT);
  store();
}

/** Continues this person's visit, also after a reload. Discards another person's visit. */
export function resumeVisit(person: string) {
  if (visit.person === person) return;
  const before = remembered();
  if (before.person !== person) endVisit();
  else visit = { ...visit, ...before };
  visit.person = person;
}

/** On sign-out, clears the undo steps and drafts. */
export function endVisit() {
  visit = structuredClone(NOTHING);
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Storage is blocked, so nothing was stored there.
  }
}

/** @param id the row's id; undefined: a new row, which has nothing to undo to */
export function rememberSave(id: string | undefined, before: string, after: string) {
  if (id) keep(id, [...(visit.saves[id] ?? []), { before, after }]);
}

/** The text before this visit's last save; undefined if someone else saved since. */
export function undoable(id: string | undefined, text: string): string | undefined {
  const last = id === undefined ? undefined : visit.saves[id]?.at(-1);
  return last?.after === text ? last.before : undefined;
}

/** Drops the last save after an undo, so that the next undo uses the one before. */
export const forgetSave = (id: string) => keep(id, visit.saves[id]?.slice(0, -1) ?? []);

/** The key of a draft. Drafts for a change set are separate from drafts for the live site. */
export const draftKey = (field: string): string => prefixOf(activeSet()) + field;

const prefixOf = (set: ActiveSet | undefined) => `${set?.id ?? "live"}/`;

/** Moves the drafts for a set, or the live site, to what saves go to next. */
export function moveDrafts(from: ActiveSet | undefined, to: ActiveSet | undefined) {
  const before = prefixOf(from);
  for (const [key, draft] of Object.entries(visit.drafts)) {
    if (!key.startsWith(before)) continue;
    visit.drafts[prefixOf(to) + key.slice(before.length)] = draft;
    delete visit.drafts[key];
  }
  store();
}

/** The unsaved draft from before a reload. */
export const storedDraft = <Draft>(key: string) => visit.drafts[key] as Draft | undefined;

/** Stores a draft until it is saved or discarded (undefined). Stores nothing when signed out. */
export function storeDraft(key: string, draft: unknown) {
  if (!visit.person || (draft === undefined && !(key in visit.drafts))) return;
  if (draft === undefined) delete visit.drafts[key];
  else visit.drafts[key] = draft;
  store();
}
