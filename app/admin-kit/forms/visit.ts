/** What a save replaced, and by what. */
interface Saved {
  before: string;
  after: string;
}

/** What one person saved in this tab, by the row; the last one last. */
interface Visit {
  person: string;
  saves: Record<string, Saved[]>;
}

const KEY = "admin-visit";

/** How many saves of one row can be undone one after another; the history has them all. */
const KEPT = 20;

let visit: Visit = { person: "", saves: {} };

function remembered(): Partial<Visit> {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? "{}");
  } catch {
    return {};
  }
}

function keep(id: string, saves: Saved[]) {
  visit.saves[id] = saves.slice(-KEPT);
  try {
    sessionStorage.setItem(KEY, JSON.stringify(visit));
  } catch {
    // Full or forbidden: until the next reload it is known here.
  }
}

/** Goes on with this person's visit, also after a reload; another person's is not theirs to undo. */
export function goOnWithVisit(person: string) {
  if (visit.person === person) return;
  const before = remembered();
  visit = { person, saves: (before.person === person && before.saves) || {} };
}

/** Whoever signs out has nothing more to undo here. */
export function endVisit() {
  visit = { person: "", saves: {} };
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
