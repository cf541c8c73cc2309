import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { isRefusal } from "#app/lib/errors/backend-error.ts";
import { mergeVersions } from "#app/lib/text/three-way-merge.ts";

/** The part of Standard Schema v1 that forms need, as in zod 4 schemas (standardschema.dev). */
export interface Schema<Values> {
  "~standard": {
    validate(value: unknown): Outcome<Values> | Promise<Outcome<Values>>;
  };
}
type Outcome<Values> = { value: Values; issues?: undefined } | { issues: readonly Issue[] };
interface Issue {
  message: string;
  path?: readonly (PropertyKey | { key: PropertyKey })[] | undefined;
}

export type Errors<Draft> = Partial<Record<keyof Draft & string, string>>;

export interface FormApi<Draft> {
  values: Draft;
  errors: Errors<Draft>;
  /** whether anything differs from the initial values */
  dirty: boolean;
  set<Name extends keyof Draft & string>(name: Name, value: Draft[Name]): void;
  setErrors(errors: Errors<Draft>): void;
  /** Restarts from `start`, with `values` as the typed input. */
  reset(start: Draft, values?: Draft): void;
}

/**
 * The state of a form while the user types. A schema turns it into stored values.
 * @param typed the initial input over `initial`
 */
export function useForm<Draft extends object>(
  initial: Draft,
  typed: Partial<Draft> = {},
): FormApi<Draft> {
  const [start, setStart] = useState(initial);
  const [values, setValues] = useState({ ...initial, ...typed });
  const [errors, setErrors] = useState<Errors<Draft>>({});

  const set = useCallback(<Name extends keyof Draft & string>(name: Name, value: Draft[Name]) => {
    setValues((before) => ({ ...before, [name]: value }));
    setErrors(({ [name]: _, ...rest }) => rest as Errors<Draft>);
  }, []);
  const reset = useCallback((next: Draft, typed = next) => {
    setStart(next);
    setValues(typed);
    setErrors({});
  }, []);

  const dirty = useMemo(() => JSON.stringify(values) !== JSON.stringify(start), [values, start]);
  return { values, errors, dirty, set, setErrors, reset };
}

/** What a save finds in the form when it ends. */
export function useNewest<Draft extends object>(values: Draft) {
  const newest = useRef<Draft>(undefined);
  useEffect(() => {
    newest.current = values;
    return () => {
      newest.current = undefined;
    };
  }, [values]);
  return {
    /** whether the form was closed */
    isGone: () => newest.current === undefined,
    /** whether it was edited since `sent`, or closed */
    hasChanged: (sent: Draft) => JSON.stringify(newest.current) !== JSON.stringify(sent),
    /** `stored`, with what was typed since `sent` */
    over: (sent: Draft, stored: Draft) =>
      mergeVersions(sent, newest.current ?? sent, stored).merged,
  };
}

/**
 * Reports the last refusal when the form closes, as a query or mutation does at once: the role may have
 * changed, and a screen that it no longer includes would take the typed text away.
 */
export function useRefusal(): (cause: unknown) => void {
  const report = useQueryClient().getMutationCache().config.onError as
    | ((cause: unknown) => void)
    | undefined;
  const last = useRef<unknown>(undefined);
  useEffect(() => () => void (isRefusal(last.current) && report?.(last.current)), [report]);
  return (cause) => {
    last.current = cause;
  };
}

/** The values to store, or the first error for each invalid field. */
export async function validate<Draft, Values>(
  schema: Schema<Values>,
  draft: Draft,
): Promise<{ values: Values } | { errors: Errors<Draft> }> {
  const outcome = await schema["~standard"].validate(draft);
  if (!outcome.issues) return { values: outcome.value };
  const errors: Record<string, string> = {};
  for (const { path, message } of outcome.issues) {
    const step = path?.[0];
    const name = String(typeof step === "object" ? step.key : (step ?? ""));
    errors[name] ??= message;
  }
  return { errors: errors as Errors<Draft> };
}
