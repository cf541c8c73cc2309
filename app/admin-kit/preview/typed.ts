import { createContext, useContext, useEffect, useLayoutEffect } from "react";

/** A row as it would be stored, with every column of it that pages read. */
export type DraftRow = Record<string, unknown>;

/** A field that can be seen on a page. */
interface TypedField {
  text: string;
  /** its control, while it is on the screen */
  find: () => HTMLElement | null;
}

interface Listener {
  /** a field's text is another than it was */
  text(address: string, before: string, text: string): void;
  /** other rows are to be seen than before */
  drafts(): void;
}

/**
 * What is typed on a screen or in a dialog and not stored yet, by its address: that which the page's own
 * marks name (content/places.ts), "site_content/home.hero.title".
 */
export function createTyped() {
  const fields = new Map<string, TypedField>();
  const rows = new Map<string, { table: string; row: DraftRow }>();
  const incomplete = new Set<string>();
  const listeners = new Set<Listener>();
  let wanted: string | undefined;
  const tellDrafts = () => {
    for (const listener of listeners) listener.drafts();
  };

  return {
    /** A field's text, as often as it changes; a field that was picked and comes only now gets the cursor. */
    put(address: string, text: string, find: TypedField["find"]) {
      const before = fields.get(address)?.text;
      fields.set(address, { text, find });
      if (before !== undefined && before !== text)
        for (const listener of listeners) listener.text(address, before, text);
      if (wanted !== address) return;
      wanted = undefined;
      requestAnimationFrame(() => find()?.focus());
    },
    /** The field left the screen. */
    take: (address: string) => void fields.delete(address),

    /** The form was closed. */
    clear() {
      fields.clear();
      rows.clear();
      incomplete.clear();
    },

    /** A row that is to be seen as if it were stored; null: it is as stored. */
    draft(key: string, table: string, row: DraftRow | null) {
      const before = rows.get(key)?.row ?? null;
      if (JSON.stringify(before) === JSON.stringify(row)) return;
      if (row) rows.set(key, { table, row });
      else rows.delete(key);
      tellDrafts();
    },
    /** Whether a row lacks something without which it can't be stored, and so can't be seen. */
    lacks(key: string, something: boolean) {
      if (something === incomplete.has(key)) return;
      if (something) incomplete.add(key);
      else incomplete.delete(key);
      tellDrafts();
    },

    get isIncomplete() {
      return incomplete.size > 0;
    },
    /** The drafts by table. */
    get drafts(): Record<string, DraftRow[]> {
      return Object.fromEntries(
        Array.from(
          Map.groupBy(rows.values(), ({ table }) => table),
          ([table, drafts]) => [table, drafts.map(({ row }) => row)],
        ),
      );
    },
    /** Every field's text, of which some may be another than the page has. */
    get texts(): [address: string, text: string][] {
      return Array.from(fields, ([address, { text }]) => [address, text]);
    },
    /** Where a control's text is seen; undefined for one that is no field of these. */
    addressOf: (control: unknown): string | undefined =>
      control ? Array.from(fields).find(([, field]) => field.find() === control)?.[0] : undefined,
    find: (address: string): HTMLElement | null => fields.get(address)?.find() ?? null,
    /** The next field of this address that comes gets the cursor. */
    want(address: string) {
      wanted = address;
    },
    listen(listener: Listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

export type Typed = ReturnType<typeof createTyped>;

/** Those of the screen or dialog around; undefined where nothing is previewed. */
export const TypedHere = createContext<Typed | undefined>(undefined);

/** Tells what stands in a field. `find` answers its control. */
export function useTypedText(address: string, text: string, find: () => HTMLElement | null) {
  const typed = useContext(TypedHere);
  // Before the screen is painted: the page changes in the same frame.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another function finds the same control
  useLayoutEffect(() => typed?.put(address, text, find), [typed, address, text]);
  useEffect(() => () => typed?.take(address), [typed, address]);
}

/** Tells of a row that would be stored so; null while it is as stored. */
export function useDraft(key: string, table: string, row: DraftRow | null) {
  const typed = useContext(TypedHere);
  useEffect(() => typed?.draft(key, table, row), [typed, key, table, row]);
  useEffect(() => () => typed?.draft(key, table, null), [typed, key, table]);
}

/** The control of a form that has this name: the one in view, because a tab that was left stays in the page for a frame. */
export const named = (name: string) => () => {
  const controls = [
    ...document.querySelectorAll<HTMLElement>(`:is(input,textarea)[name="${CSS.escape(name)}"]`),
  ];
  return controls.find((control) => control.checkVisibility()) ?? controls[0] ?? null;
};
