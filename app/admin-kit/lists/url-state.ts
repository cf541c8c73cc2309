import { useCallback, useMemo } from "react";
import { useSearchParams } from "react-router";

/** Parameter names with their default values. A number stays a number. */
type Defaults = Record<string, string | number>;
type State<D extends Defaults> = {
  [Name in keyof D]: D[Name] extends number
    ? number
    : D[Name] extends string
      ? string
      : string | number;
};

/** Reads the state from the URL; invalid values become the default. */
export function readUrlState<D extends Defaults>(params: URLSearchParams, defaults: D): State<D> {
  const entries = Object.entries(defaults).map(([name, fallback]) => {
    const text = params.get(name);
    if (text === null) return [name, fallback];
    if (typeof fallback === "string") return [name, text];
    const number = Number(text);
    return [name, Number.isSafeInteger(number) && number > 0 ? number : fallback];
  });
  return Object.fromEntries(entries);
}

/** The URL parameters with `changes` applied. Defaults are omitted; other parameters stay. */
export function writeUrlState<D extends Defaults>(
  params: URLSearchParams,
  defaults: D,
  changes: Partial<State<D>>,
): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const [name, value] of Object.entries(changes))
    if (value === undefined || value === defaults[name]) next.delete(name);
    else next.set(name, String(value));
  return next;
}

/**
 * State stored in the URL, so that reloads and shared links show the same thing. `defaults` must be
 * constant. Use `{ push: true }` for changes that Back should undo (a tab, a dialog).
 */
export function useUrlState<D extends Defaults>(defaults: D) {
  const [params, setParams] = useSearchParams();
  const state = useMemo(() => readUrlState(params, defaults), [params, defaults]);
  const set = useCallback(
    (changes: Partial<State<D>>, { push = false }: { push?: boolean } = {}) => {
      // The URL may be ahead of the rendered state. A double press must not add two history
      // entries.
      const current = new URLSearchParams(window.location.search);
      const next = writeUrlState(current, defaults, changes);
      const same = String(next) === String(current);
      setParams(next, { replace: same || !push, preventScrollReset: true });
    },
    [setParams, defaults],
  );
  return [state, set] as const;
}

/** Matches the URL's value to one of `values`; falls back to the first. */
export const oneOf = <Value extends string>(values: readonly Value[], text: string): Value =>
  values.find((value) => value === text) ?? (values[0] as Value);
