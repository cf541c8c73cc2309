import { Field } from "@base-ui/react/field";
import Eye from "lucide-react/icons/eye";
import EyeOff from "lucide-react/icons/eye-off";
import { type ComponentProps, useState } from "react";
import { cx } from "#app/ui/cx.ts";

/** The shared look of all form controls. */
export const CONTROL =
  "w-full min-w-0 rounded-md border border-line-strong bg-surface px-3 text-ink placeholder:text-ink-3 data-invalid:border-danger read-only:bg-paper-2 disabled:opacity-60";

export type InputProps = Omit<Field.Control.Props, "className"> & { className?: string };

/** A single-line control. Inside a Field, its label, description and error apply to it. */
export function Input({ className, ...rest }: InputProps) {
  return (
    <Field.Control
      {...rest}
      className={cx(CONTROL, "h-9 text-sm pointer-coarse:h-11 pointer-coarse:text-base", className)}
    />
  );
}

type TextareaProps = Omit<Field.Control.Props, "className" | "render"> &
  Pick<ComponentProps<"textarea">, "rows"> & { className?: string };

/** A Textarea's height in rem, from its line height and padding: `field-sizing` ignores `rows`. */
const heightOf = (rows: number) => `${rows * 1.5 + 1.125}rem`;

/** A multi-line control that starts `rows` high and grows with its text. */
export function Textarea({ className, rows = 3, ...rest }: TextareaProps) {
  return (
    <Field.Control
      {...rest}
      render={<textarea rows={rows} style={{ minHeight: heightOf(rows) }} />}
      className={cx(
        CONTROL,
        "field-sizing-content contain-inline-size max-h-96 resize-y py-2 text-sm/6 pointer-coarse:text-base/6",
        className,
      )}
    />
  );
}

/** A password field with a button to show the password. */
export function PasswordInput({ className, ...rest }: InputProps) {
  const [shown, setShown] = useState(false);
  return (
    <div className="relative">
      <Input {...rest} type={shown ? "text" : "password"} className={cx("pr-11", className)} />
      <button
        type="button"
        aria-pressed={shown}
        aria-label="Show password"
        onClick={() => setShown(!shown)}
        className="absolute inset-y-0 right-0 grid w-10 place-items-center rounded-md text-ink-2 hover:text-ink [&_svg]:size-4.5"
      >
        {shown ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
      </button>
    </div>
  );
}
