import { useCallback, useEffect, useRef, useState } from "react";
import { activeSet, onPrepared } from "#app/lib/data/sets/active-set.ts";
import { MESSAGES } from "#app/lib/errors/messages.ts";
import { askPage } from "./ask-page.ts";
import type { LivePage } from "./live-page.ts";
import type { Typed } from "./typed.ts";

/** The debounce delay after typing. With rendering, the preview stays well below half a second. */
const PAUSE_MS = 200;

interface PageOptions {
  typed: Typed;
  /** the page to show: "/pricing" */
  path: string;
  /** the frame's document, once loaded */
  live: LivePage | undefined;
  /** called when the page is up to date */
  onShown: () => void;
}

/**
 * Keeps the previewed page in sync with unsaved changes. Texts update immediately, everything
 * derived from them once the server has rendered the page. A new request cancels the previous one.
 */
export function usePage({ typed, path, live, onShown }: PageOptions) {
  const [failure, setFailure] = useState<string>();
  const [shownPath, setShownPath] = useState<string>();
  /** cancels the pending request */
  const giveUp = useRef(() => {});
  const shown = useRef<string>(undefined);
  const latestOnShown = useRef(onShown);
  latestOnShown.current = onShown;

  const ask = useCallback(
    (after: number) => {
      if (!live) return;
      giveUp.current();
      const request = new AbortController();
      async function fetchPage(page: LivePage) {
        try {
          const html = await askPage(path, {
            drafts: typed.drafts,
            set: activeSet()?.id,
            signal: request.signal,
          });
          if (request.signal.aborted) return;
          page.show(html, shown.current !== path);
          shown.current = path;
          setShownPath(path);
          setFailure(undefined);
          latestOnShown.current();
        } catch (cause) {
          if (!request.signal.aborted) setFailure(MESSAGES.preview.load(cause));
        }
      }
      const timer = setTimeout(() => void fetchPage(live), after);
      giveUp.current = () => {
        clearTimeout(timer);
        request.abort();
      };
    },
    [typed, path, live],
  );

  useEffect(() => {
    ask(0);
    return () => giveUp.current();
  }, [ask]);

  useEffect(
    () =>
      typed.listen({
        text(address, before, text) {
          live?.swap(address, before, text);
          ask(PAUSE_MS);
        },
        drafts: () => ask(PAUSE_MS),
      }),
    [typed, live, ask],
  );

  useEffect(() => onPrepared(() => ask(0)), [ask]);

  useEffect(() => {
    const again = () => ask(0);
    window.addEventListener("online", again);
    return () => window.removeEventListener("online", again);
  }, [ask]);

  return { failure, isLoading: shownPath !== path && !failure, again: () => ask(0) };
}
