import { useEffect, useRef } from "react";
import { Field } from "#app/ui/inputs/field.tsx";
import { Input } from "#app/ui/inputs/input.tsx";
import { useFirstFocus } from "#app/ui/overlays/use-first-focus.ts";

interface CodeInputProps {
  recovery?: boolean;
  /** false after instructions that have to be read first */
  focused?: boolean;
  /** the form's error, which the form announces */
  error: string | undefined;
  describedBy?: string;
}

/**
 * One field for the whole code, so that it can be pasted, with spaces, and filled in by the browser or a
 * password manager (WCAG 2.2, 3.3.8). A refused code is selected.
 */
export function CodeInput({
  recovery = false,
  focused = true,
  error,
  describedBy,
}: CodeInputProps) {
  const input = useRef<HTMLInputElement>(null);
  useFirstFocus(input, focused);
  useEffect(() => {
    if (error) input.current?.select();
  }, [error]);
  return (
    <Field label={recovery ? "Recovery code" : "6-digit code"}>
      <Input
        ref={input}
        name="code"
        type="text"
        inputMode={recovery ? "text" : "numeric"}
        autoComplete={recovery ? "off" : "one-time-code"}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="done"
        maxLength={100}
        required
        aria-describedby={describedBy}
        aria-invalid={error ? true : undefined}
        className="h-11 font-mono text-lg tracking-wider"
      />
    </Field>
  );
}
