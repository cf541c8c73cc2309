import { createContext, useContext, useEffect, useLayoutEffect } from "react";

/** A row as it would be stored, with all columns that pages read. */
export type DraftRow = Record<string, unknown>;

/** A field that can be previewed. */
interface TypedField {
  text: string;
  /** finds its control while it is mounted */
  find: () => HTMLElement | null;
}

interface Listener {
  /** a field's text changed */
  text(address: string, before: string, text: string): void;
  /** the draft rows changed */
  drafts(): void;
}

/**
 * The unsaved text of a screen or dialog, by the address in the page's own markers (content/places.ts):
 * "site_content/home.hero.title".
 */
export function createTyped() {
  const fields = new Map<string, TypedField>();
  const rows = new Map<string, { table: string; row: DraftRow }>();
  const incomplete = new Set<string>();
  const listeners = new Set<Listener>();
  let toFocus: string | undefined;
  const notifyDrafts = () => {
    for (const listener of listeners) listener.drafts();
  };

  return {
    /** Updates a field's text. Focuses the field if it was clicked in the page before it mounted. */
    put(address: string, text: string, find: TypedField["find"]) {
      const before = fields.get(address)?.text;
      fields.set(address, { text, find });
      if (before !== undefined && before !== text)
        for (const listener of listeners) listener.text(address, before, text);
      if (toFocus !== address) return;
      toFocus = undefined;
      requestAnimationFrame(() => find()?.focus());
    },
    /** Removes a field that unmounted. */
    take: (address: string) => void fields.delete(address),

    /** Called when the form closes. */
    clear() {
      fields.clear();
      rows.clear();
      incomplete.clear();
    },

    /** Previews a row as if it were stored; null: unchanged. */
    draft(key: string, table: string, row: DraftRow | null) {
      const before = rows.get(key)?.row ?? null;
      if (JSON.stringify(before) === JSON.stringify(row)) return;
      if (row) rows.set(key, { table, row });
      else rows.delete(key);
      notifyDrafts();
    },
    /** Marks a row as incomplete: it can't be stored yet, so it can't be previewed. */
    lacks(key: string, something: boolean) {
      if (something === incomplete.has(key)) return;
      if (something) incomplete.add(key);
      else incomplete.delete(key);
      notifyDrafts();
    },

    get isIncomplete() {
      return incomplete.size > 0;
    },
    /** The drafts, grouped by table. */
    get drafts(): Record<string, DraftRow[]> {
      return Object.fromEntries(
        Array.from(
          Map.groupBy(rows.values(), ({ table }) => table),
          ([table, drafts]) => [table, drafts.map(({ row }) => row)],
        ),
      );
    },
    /** All fields' texts, changed or not. */
    get texts(): [address: string, text: string][] {
      return Array.from(fields, ([address, { text }]) => [address, text]);
    },
    /** The address of a control; undefined if it isn't one of these fields. */
    addressOf: (control: unknown): string | undefined =>
      control ? Array.from(fields).find(([, field]) => field.find() === control)?.[0] : undefined,
    find: (address: string): HTMLElement | null => fields.get(address)?.find() ?? null,
    /** Focuses the next field that mounts with this address. */
    focusNext(address: string) {
      toFocus = address;
    },
    listen(listener: Listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

export type Typed = ReturnType<typeof createTyped>;

/** The store of the enclosing screen or dialog; undefined without a preview. */
export const TypedHere = createContext<Typed | undefined>(undefined);

/** Registers a field's text. `find` returns its control. */
export function useTypedText(address: string, text: string, find: () => HTMLElement | null) {
  const typed = useContext(TypedHere);
  // A layout effect, so that the page updates in the same frame.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new function finds the same control
  useLayoutEffect(() => typed?.put(address, text, find), [typed, address, text]);
  useEffect(() => () => typed?.take(address), [typed, address]);
}

/** Registers a draft row; null while it is unchanged. */
export function useDraftRow(key: string, table: string, row: DraftRow | null) {
  const typed = useContext(TypedHere);
  useEffect(() => typed?.draft(key, table, row), [typed, key, table, row]);
  useEffect(() => () => typed?.draft(key, table, null), [typed, key, table]);
}

/** Finds a form control by name. Prefers a visible one, because a closed tab stays mounted for a frame. */
export const named = (name: string) => () => {
  const controls = [
    ...document.querySelectorAll<HTMLElement>(`:is(input,textarea)[name="${CSS.escape(name)}"]`),
  ];
  return controls.find((control) => control.checkVisibility()) ?? controls[0] ?? null;
};
