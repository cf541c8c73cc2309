import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type FocusEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { focusWhenThere } from "#app/admin-kit/shell/focus-when-there.ts";
import type { FoundRow } from "#app/lib/data/database.types.ts";
import { MESSAGES } from "#app/lib/errors/messages.ts";
import { countOf } from "#app/lib/text/formats.ts";
import { cx } from "#app/ui/cx.ts";
import { ErrorState } from "#app/ui/display/states.tsx";
import { Input } from "#app/ui/inputs/input.tsx";
import { Dialog, DialogBody } from "#app/ui/overlays/dialog.tsx";
import { takeHeldKeys } from "./held-keys.ts";
import { find } from "./queries.ts";
import type { Result } from "./result.ts";

export interface FindDialogProps {
  open: boolean;
  onClose: () => void;
  /** screens and actions */
  places: readonly Result[];
  /** which screen shows a row, and its title there */
  resultsOf: (found: FoundRow) => readonly Result[];
}

const TYPING_PAUSE_MS = 150;
const LEAST_LETTERS = 2;

function useLater(text: string): string {
  const [later, setLater] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setLater(text), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return later;
}

/** Searches everything in the admin. Arrow keys choose, Enter opens. */
export function FindDialog({ open, onClose, places, resultsOf }: FindDialogProps) {
  const [words, setWords] = useState("");
  const [active, setActive] = useState(0);
  const asked = useLater(words.trim());
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const navigate = useNavigate();
  const isLongEnough = asked.length >= LEAST_LETTERS;
  const query = useQuery({
    queryKey: ["find", asked],
    queryFn: () => find(asked),
    enabled: open && isLongEnough,
    placeholderData: keepPreviousData,
  });
  const rows = isLongEnough ? (query.data ?? []) : [];
  const named = matches(places, words);
  const results = [...named, ...rows.flatMap(resultsOf)];
  const at = Math.min(active, results.length - 1);
  const isBehind = query.isPlaceholderData || asked !== words.trim();
  const isBusy = isLongEnough && (query.isFetching || isBehind);

  useEffect(() => {
    list.current?.children[at]?.scrollIntoView({ block: "nearest" });
  }, [at]);

  function go(result: Result | undefined) {
    if (!result) return;
    onClose();
    search("");
    result.run?.();
    if (result.to) void navigate(result.to);
    if (result.field) focusWhenThere(result.field);
  }
  function search(next: string) {
    setWords(next);
    setActive(0);
  }
  function onFocus({ currentTarget }: FocusEvent<HTMLInputElement>) {
    const typed = takeHeldKeys();
    if (typed) search(typed);
    else currentTarget.select();
  }
  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) setActive((at + step + results.length) % Math.max(results.length, 1));
    else if (event.key === "Enter") {
      // Results for the previous text are not what the person means.
      if (!isBehind || at < named.length) go(results[at]);
    } else return;
    event.preventDefault();
  }

  return (
    <Dialog open={open} onClose={onClose} title="Search the admin" anchored>
      <DialogBody className="!gap-3">
        <Input
          role="combobox"
          aria-label="Search text, leads, files and actions"
          placeholder="Search text, leads, files and actions"
          aria-expanded={results.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={results[at] && `${id}-${at}`}
          value={words}
          onValueChange={search}
          onFocus={onFocus}
          onKeyDown={onKeyDown}
        />
        <p role="status" className="text-xs text-ink-2">
          {isBusy ? "Searching…" : countOf(results.length, "result")}
        </p>
        {query.error && isLongEnough && (
          <ErrorState message={MESSAGES.find.load(query.error)} query={query} />
        )}
        <div
          ref={list}
          id={`${id}-list`}
          role="listbox"
          aria-label="Found"
          className="grid max-h-[50dvh] gap-0.5 overflow-y-auto"
        >
          {results.map((result, place) => (
            <button
              key={result.key}
              id={`${id}-${place}`}
              type="button"
              role="option"
              tabIndex={-1}
              aria-selected={place === at}
              onClick={() => go(result)}
              onPointerMove={() => setActive(place)}
              className={cx(
                "grid grid-cols-[7rem_minmax(0,1fr)] items-baseline gap-x-3 rounded-md px-3 py-2 text-left text-sm max-sm:grid-cols-1",
                place === at && "bg-paper-3",
              )}
            >
              <span className="font-mono text-2xs text-ink-2 uppercase">{result.kind}</span>
              <span className="min-w-0 wrap-anywhere">
                <span className="line-clamp-1 font-medium">{result.title}</span>
                {result.detail && <span className="line-clamp-1 text-ink-2">{result.detail}</span>}
              </span>
            </button>
          ))}
        </div>
      </DialogBody>
    </Dialog>
  );
}

/**
 * The screens and actions that match every typed word: anywhere in the title, or at the start of
 * a synonym.
 */
export function matches(places: readonly Result[], typed: string): readonly Result[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  return places.filter(({ title, synonyms = "" }) =>
    words.every(
      (word) => title.toLowerCase().includes(word) || ` ${synonyms}`.includes(` ${word}`),
    ),
  );
}
