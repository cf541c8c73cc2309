import CircleAlert from "lucide-react/icons/circle-alert";
import type { ComponentProps, ReactNode } from "react";
import { Button } from "#app/ui/inputs/button.tsx";

interface AuthFormProps extends Pick<ComponentProps<"form">, "onSubmit"> {
  label: string;
  pending: boolean;
  error: string | undefined;
  submitLabel: string;
  pendingLabel: string;
  footer?: ReactNode;
  children: ReactNode;
}

/** Fields, one announced error line, one wide button: the layout of all auth forms. */
export function AuthForm({
  label,
  pending,
  error,
  submitLabel,
  pendingLabel,
  footer,
  children,
  onSubmit,
}: AuthFormProps) {
  return (
    // post: if submitted before the script loads, GET would put the password in the URL
    <form method="post" noValidate aria-label={label} onSubmit={onSubmit} className="grid gap-4">
      {children}
      <div role="alert" className="empty:hidden">
        {error && (
          <p className="flex items-start gap-2 rounded-md border border-danger/50 bg-danger-soft px-3 py-2 text-sm text-ink">
            <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-danger" />
            {error}
          </p>
        )}
      </div>
      <Button
        type="submit"
        look="primary"
        size="lg"
        pending={pending}
        pendingLabel={pendingLabel}
        className="w-full"
      >
        {submitLabel}
      </Button>
      {footer}
    </form>
  );
}
