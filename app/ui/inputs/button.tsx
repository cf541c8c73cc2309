import { Button as BaseButton } from "@base-ui/react/button";
import type { ComponentProps, ReactNode } from "react";
import { cx } from "#app/ui/cx.ts";
import { Spinner } from "#app/ui/display/spinner.tsx";
import { Tooltip } from "#app/ui/overlays/tooltip.tsx";

const LOOKS = {
  primary: "bg-brand text-on-brand border-brand hover:bg-brand-deep hover:border-brand-deep",
  secondary: "bg-surface text-ink border-line-strong hover:bg-paper-2",
  ghost: "bg-transparent text-ink border-transparent hover:bg-paper-3",
  danger: "bg-danger-fill text-white border-danger-fill hover:brightness-90",
  "danger-ghost": "bg-transparent text-danger border-transparent hover:bg-danger-soft",
};
const SIZES = {
  md: "h-9 px-3.5 pointer-coarse:h-11",
  sm: "h-8 px-2.5 pointer-coarse:h-11",
  lg: "h-11 px-5 text-base",
};

export interface ButtonLook {
  look?: keyof typeof LOOKS;
  size?: keyof typeof SIZES;
}

const buttonClass = ({ look = "secondary", size = "md" }: ButtonLook, className?: string) =>
  cx(
    "inline-flex shrink-0 select-none items-center justify-center gap-2 rounded-md border text-sm font-medium whitespace-nowrap no-underline transition-colors",
    "data-disabled:cursor-not-allowed data-disabled:opacity-60",
    LOOKS[look],
    SIZES[size],
    className,
  );

type ButtonProps = Omit<BaseButton.Props, "className"> &
  ButtonLook & {
    className?: string;
    /** Work is in progress: the button keeps its width and focus, and ignores further presses. */
    pending?: boolean;
    /** text shown while pending; without it, a spinner replaces the label */
    pendingLabel?: string;
  };

export function Button({
  look,
  size,
  pending = false,
  pendingLabel,
  disabled,
  focusableWhenDisabled = false,
  className,
  children,
  ...rest
}: ButtonProps) {
  return (
    <BaseButton
      type="button"
      data-danger={look?.startsWith("danger") ? "" : undefined}
      {...rest}
      disabled={disabled || pending}
      focusableWhenDisabled={focusableWhenDisabled || pending}
      aria-busy={pending || undefined}
      className={buttonClass({ look, size }, className)}
    >
      <span className="grid place-items-center">
        <span className={cx("stacked gap-2", pending && "invisible")}>{children}</span>
        {(pending || pendingLabel) && (
          <span className={cx("stacked gap-2", !pending && "invisible")}>
            <Spinner label={pendingLabel ? undefined : "Working…"} />
            {pendingLabel}
          </span>
        )}
      </span>
    </BaseButton>
  );
}

/** A link styled as a button, for targets outside the admin such as a mailto link. */
export function ButtonLink({ look, size, className, ...rest }: ComponentProps<"a"> & ButtonLook) {
  return <a {...rest} className={buttonClass({ look, size }, className)} />;
}

/** A button within a line of text. */
export const TextButton = (props: Omit<BaseButton.Props, "className">) => (
  <BaseButton
    type="button"
    {...props}
    className="min-h-6 rounded-sm font-medium text-accent underline underline-offset-2 pointer-coarse:min-h-11 pointer-coarse:px-1"
  />
);

type IconButtonProps = Omit<BaseButton.Props, "className" | "children"> & {
  /** the accessible name, shown as a tooltip too */
  label: string;
  icon: ReactNode;
  look?: "ghost" | "secondary" | "danger-ghost";
  /** false where the icon needs no tooltip, like a dialog's close button */
  hint?: boolean;
  className?: string;
};

export function IconButton({
  label,
  icon,
  look = "ghost",
  hint = true,
  className,
  ...rest
}: IconButtonProps) {
  return (
    <Tooltip label={label} disabled={!hint}>
      <BaseButton
        type="button"
        aria-label={label}
        {...rest}
        className={buttonClass(
          { look },
          cx("w-9 !px-0 pointer-coarse:w-11 [&_svg]:size-4.5 [&_svg]:stroke-[1.75]", className),
        )}
      >
        {icon}
      </BaseButton>
    </Tooltip>
  );
}
