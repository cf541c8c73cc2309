import { useEffect, useRef } from "react";
import { isBusyElsewhere, isForInbox } from "#app/admin-kit/shell/keyboard.ts";
import type { Lead, SubmissionStatus } from "#app/lib/data/database.types.ts";
import { storeValue, useStoredValue } from "#app/lib/page/stored-value.ts";
import { STATUSES } from "../words.ts";

interface Keys {
  rows: readonly Lead[];
  /** the open lead; the URL may be ahead of the screen */
  target: Target;
  onGo: (step: 1 | -1) => void;
  onStatus: (row: Lead, status: SubmissionStatus) => void;
  onSelect: (row: Lead) => void;
  onReply: (row: Lead) => void;
  /** opens the lead and focuses one of its fields */
  onField: (row: Lead, field: LeadField) => void;
  onSpam: (row: Lead) => void;
  onDelete: (row: Lead) => void;
  onHelp: () => void;
}

/** The fields that shortcuts focus. */
const FIELDS = { o: "owner_id", f: "follow_up_on", n: "note" } as const;
export type LeadField = (typeof FIELDS)[keyof typeof FIELDS];

/** The lead that a shortcut acts on while one is open; `loading` until its row is known. */
export type Target = () => Lead | "loading" | undefined;

const rowOf = (element: Element | null) =>
  element?.closest<HTMLElement>("[data-lead]")?.dataset.lead;

/** Focuses the next row's name, or the first one. */
function moveInTable(step: 1 | -1) {
  const rows = [...document.querySelectorAll<HTMLElement>("main [data-lead]")];
  const here = rows.findIndex((row) => row.contains(document.activeElement));
  const next = here < 0 ? rows[0] : rows[here + step];
  next?.querySelector<HTMLElement>("[data-open]")?.focus();
}

const SEARCH = "main input[type=search]";
const STEPS: Record<string, 1 | -1> = { j: 1, k: -1, ArrowDown: 1, ArrowUp: -1 };

/** Arrow keys scroll an open lead. In the list, or with nothing focused, they change rows. */
const isArrowForList = ({ target }: KeyboardEvent) =>
  target === document.body || (target as Element).matches("#main, [data-lead] *");

/** What a key does to a lead; undefined if nothing. */
function workOn(key: string, keys: Keys, isOpen: boolean): ((lead: Lead) => void) | undefined {
  const status = STATUSES[Number(key) - 1];
  if (status) return (lead) => lead.status !== status && keys.onStatus(lead, status);
  const field = Object.hasOwn(FIELDS, key) ? FIELDS[key as keyof typeof FIELDS] : undefined;
  if (field) return (lead) => keys.onField(lead, field);
  if (key === "e") return keys.onReply;
  if (key === "s") return (lead) => !lead.deleted_at && keys.onSpam(lead);
  if (key === "d") return keys.onDelete;
  return key === "x" && !isOpen ? keys.onSelect : undefined;
}

/** What a key does now; undefined if nothing. @param wait queues it until its lead has loaded */
function doing(
  key: string,
  event: KeyboardEvent,
  keys: Keys,
  wait: () => void,
): (() => void) | undefined {
  const { rows, target, onGo, onHelp } = keys;
  const open = target();
  const step = STEPS[key];
  if (step) {
    if (key.startsWith("Arrow") && !isArrowForList(event)) return undefined;
    return () => (open ? onGo(step) : moveInTable(step));
  }
  if (key === "/") return () => document.querySelector<HTMLElement>(SEARCH)?.focus();
  if (key === "?") return onHelp;
  const work = workOn(key, keys, open !== undefined);
  if (!work || event.repeat) return undefined;
  if (open === "loading") return wait;
  const here = rowOf(document.activeElement);
  const lead = open ?? rows.find(({ id }) => id === here);
  return lead && (() => work(lead));
}

/** Where this browser stores that shortcuts of one character are off (WCAG 2.2, criterion 2.1.4). */
const STORED = "single-keys";

/**
 * The inbox's keyboard shortcuts. Each does what a button on the screen does.
 * @returns whether those of one character work, and what changes it
 */
export function useInboxKeys(keys: Keys) {
  const singleKeys = useStoredValue(STORED) !== "off";
  const latest = useRef(keys);
  latest.current = keys;
  /** pressed while the lead is still loading */
  const waiting = useRef<string[]>([]);
  useEffect(() => {
    const lead = keys.target();
    if (lead === "loading" || waiting.current.length === 0) return;
    const pressed = waiting.current.splice(0);
    if (lead && !isBusyElsewhere()) for (const key of pressed) workOn(key, keys, true)?.(lead);
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const held = waiting.current;
      // Keys pressed for one lead must not act on the next.
      waiting.current = [];
      if (!isForInbox(event) || (event.key.length === 1 && !singleKeys)) return;
      const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
      const work = doing(key, event, latest.current, () => {
        waiting.current = [...held, key];
      });
      if (!work) return;
      event.preventDefault();
      work();
    };
    const forget = () => {
      waiting.current = [];
    };
    document.addEventListener("keydown", onKeyDown);
    document.addEventListener("pointerdown", forget);
    return () => {
      document.removeEventListener("keydown", onKeyDown);
      document.removeEventListener("pointerdown", forget);
    };
  }, [singleKeys]);
  return {
    singleKeys,
    onSingleKeys: (on: boolean) => storeValue(STORED, on ? "on" : "off"),
  };
}
