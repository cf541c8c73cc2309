import { type SubmitEvent, useRef, useState } from "react";
import { MESSAGES } from "#app/lib/errors/messages.ts";

interface AuthFormOptions {
  /** names of the inputs; each must be filled in */
  names: readonly string[];
  /** the error when one is empty */
  missing?: string;
  submit: (values: Record<string, string>) => Promise<void>;
  /** the message for what `submit` threw */
  explain: (cause: unknown) => string;
}

/** Shared logic of the auth forms: every field required, one submit at a time, one error line. */
export function useAuthForm({
  names,
  missing = MESSAGES.auth.missing,
  submit,
  explain,
}: AuthFormOptions) {
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<string>();
  const busy = useRef(false);

  async function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy.current) return;
    const data = new FormData(event.currentTarget);
    const values = Object.fromEntries(names.map((name) => [name, String(data.get(name) ?? "")]));
    const empty = names.find((name) => values[name]?.trim() === "");
    if (empty) {
      setError(missing);
      event.currentTarget.querySelector<HTMLElement>(`[name=${empty}]`)?.focus();
      return;
    }
    busy.current = true;
    setPending(true);
    setError(undefined);
    try {
      await submit(values);
    } catch (cause) {
      setError(explain(cause));
    } finally {
      busy.current = false;
      setPending(false);
    }
  }

  return { pending, error, onSubmit };
}
