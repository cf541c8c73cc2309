import { useEffect, useRef } from "react";
import type { Lead, SubmissionStatus } from "#app/lib/data/database.types.ts";
import { STATUSES } from "../words.ts";
import { isForInbox } from "./keyboard.ts";

interface Keys {
  rows: readonly Lead[];
  /** the one that is open, if any */
  open: Lead | undefined;
  onGo: (step: 1 | -1) => void;
  onStatus: (row: Lead, status: SubmissionStatus) => void;
  onSelect: (row: Lead) => void;
  onReply: (row: Lead) => void;
  onHelp: () => void;
}

const rowOf = (element: Element | null) =>
  element?.closest<HTMLElement>("[data-lead]")?.dataset.lead;

/** Moves the keyboard to the next row's name, or to the first one. */
function moveInTable(step: 1 | -1) {
  const rows = [...document.querySelectorAll<HTMLElement>("main [data-lead]")];
  const here = rows.findIndex((row) => row.contains(document.activeElement));
  const next = here < 0 ? rows[0] : rows[here + step];
  next?.querySelector<HTMLElement>("[data-open]")?.focus();
}

const SEARCH = "main input[type=search]";
const STEPS: Record<string, 1 | -1> = { j: 1, k: -1, ArrowDown: 1, ArrowUp: -1 };

/** Arrows scroll what is read; in the list, or where nothing else has the keyboard, they move. */
const isArrowForList = ({ target }: KeyboardEvent) =>
  target === document.body || (target as Element).matches("#main, [data-lead] *");

/** What a key does just now; undefined: nothing. */
function doing(key: string, event: KeyboardEvent, keys: Keys): (() => void) | undefined {
  const { rows, open, onGo, onStatus, onSelect, onReply, onHelp } = keys;
  const here = rowOf(document.activeElement);
  const lead = open ?? rows.find(({ id }) => id === here);
  const step = STEPS[key];
  if (step) {
    if (key.startsWith("Arrow") && !isArrowForList(event)) return undefined;
    return () => (open ? onGo(step) : moveInTable(step));
  }
  if (key === "/") return () => document.querySelector<HTMLElement>(SEARCH)?.focus();
  if (key === "?") return onHelp;
  if (!lead || event.repeat) return undefined;
  const status = STATUSES[Number(key) - 1];
  if (status) return () => lead.status !== status && onStatus(lead, status);
  if (key === "e") return () => onReply(lead);
  return key === "x" && !open ? () => onSelect(lead) : undefined;
}

/** The keys of the inbox: each does what a button on the screen does. */
export function useInboxKeys(keys: Keys) {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isForInbox(event)) return;
      const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
      const work = doing(key, event, latest.current);
      if (!work) return;
      event.preventDefault();
      work();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
}
