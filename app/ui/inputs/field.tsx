import { Field as Base } from "@base-ui/react/field";
import type { KeyboardEventHandler, ReactNode } from "react";
import { cx } from "#app/ui/cx.ts";

interface FieldProps {
  label: ReactNode;
  description?: ReactNode;
  /** shown under the control and announced with it; its presence marks the control invalid */
  error?: string | undefined;
  required?: boolean;
  /** the control is a custom button (Select, Switch), which a native label would click */
  nativeLabel?: boolean;
  /** the label sits next to the control, as for a switch or a checkbox */
  inline?: boolean;
  /** content at the label's right end, after the control in tab order: a state, a link */
  aside?: ReactNode;
  /** called when focus enters or leaves the field */
  onFocusChange?: (focused: boolean) => void;
  onKeyDown?: KeyboardEventHandler | undefined;
  className?: string;
  children: ReactNode;
}

/** Connects label, control, description and error for all users, including screen readers. */
export function Field({
  label,
  description,
  error,
  required,
  nativeLabel = true,
  inline,
  aside,
  onFocusChange,
  onKeyDown,
  className,
  children,
}: FieldProps) {
  const words = (
    <Base.Label
      nativeLabel={nativeLabel}
      render={nativeLabel ? undefined : <div />}
      className={cx("self-center text-sm font-medium text-ink", required && "required")}
    >
      {label}
    </Base.Label>
  );
  return (
    <Base.Root
      invalid={Boolean(error)}
      onFocus={() => onFocusChange?.(true)}
      onBlur={() => onFocusChange?.(false)}
      onKeyDown={onKeyDown}
      className={cx(
        // Next to a taller field, its parts stay together.
        "grid content-start gap-x-3 gap-y-1",
        Boolean(aside) &&
          "grid-cols-[minmax(min-content,1fr)_auto] [&>:not(:first-child)]:col-span-full",
        className,
      )}
    >
      {inline ? (
        <div className="flex items-center gap-3">
          {children}
          {words}
        </div>
      ) : (
        <>
          <div className="grid min-h-6">{words}</div>
          {children}
          {aside && <div className="col-[2]! row-start-1 flex items-center">{aside}</div>}
        </>
      )}
      {description && (
        <Base.Description className="text-xs text-ink-2">{description}</Base.Description>
      )}
      <div aria-live="polite" className="empty:hidden">
        {error && (
          <Base.Error match className="text-sm text-danger">
            {error}
          </Base.Error>
        )}
      </div>
    </Base.Root>
  );
}
