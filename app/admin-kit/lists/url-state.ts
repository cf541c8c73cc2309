import { useCallback, useMemo } from "react";
import { useSearchParams } from "react-router";

/** Names and their values when the address does not say; a number stays a number. */
type Defaults = Record<string, string | number>;
type State<D extends Defaults> = {
  [Name in keyof D]: D[Name] extends number
    ? number
    : D[Name] extends string
      ? string
      : string | number;
};

/** Reads the state from an address; what can't be read is the default. */
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

/** The address with `changes` in it; what equals its default is left out, the rest untouched. */
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
 * State that lives in the address, so that a reload or a shared link shows the same thing.
 * `defaults` must be constant. Set with `{ push: true }` what Back should undo: a tab, a dialog.
 */
export function useUrlState<D extends Defaults>(defaults: D) {
  const [params, setParams] = useSearchParams();
  const state = useMemo(() => readUrlState(params, defaults), [params, defaults]);
  const set = useCallback(
    (changes: Partial<State<D>>, { push = false }: { push?: boolean } = {}) => {
      // The address is ahead of the screen; a double press must not need two goes of Back.
      const current = new URLSearchParams(window.location.search);
      const next = writeUrlState(current, defaults, changes);
      const same = String(next) === String(current);
      setParams(next, { replace: same || !push, preventScrollReset: true });
    },
    [setParams, defaults],
  );
  return [state, set] as const;
}

/** One of `values` from the address, the first when the address says something else. */
export const oneOf = <Value extends string>(values: readonly Value[], text: string): Value =>
  values.find((value) => value === text) ?? (values[0] as Value);
