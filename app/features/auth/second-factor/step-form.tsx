import CircleAlert from "lucide-react/icons/circle-alert";
import type { ComponentType, ReactNode } from "react";
import { Button } from "#app/ui/inputs/button.tsx";
import type { useAuthForm } from "../forms/use-auth-form.ts";

export interface StepFrameProps {
  /** the step's buttons, the main one last */
  actions: ReactNode;
  children: ReactNode;
}

/** How a step looks: in a dialog, or on a card. */
export type StepFrame = ComponentType<StepFrameProps>;

interface StepFormProps extends ReturnType<typeof useAuthForm> {
  Frame: StepFrame;
  label: string;
  submitLabel: string;
  pendingLabel: string;
  /** the way out */
  cancel: ReactNode;
  children: ReactNode;
}

/** A step with fields: one announced error line, one submit at a time. */
export function StepForm({
  Frame,
  label,
  submitLabel,
  pendingLabel,
  cancel,
  pending,
  error,
  onSubmit,
  children,
}: StepFormProps) {
  return (
    <form
      method="post"
      noValidate
      aria-label={label}
      onSubmit={(event) => void onSubmit(event)}
      className="flex min-h-0 flex-1 flex-col"
    >
      <Frame
        actions={
          <>
            {cancel}
            <Button type="submit" look="primary" pending={pending} pendingLabel={pendingLabel}>
              {submitLabel}
            </Button>
          </>
        }
      >
        {children}
        <div role="alert" className="empty:hidden">
          {error && <ErrorLine>{error}</ErrorLine>}
        </div>
      </Frame>
    </form>
  );
}

export const ErrorLine = ({ children }: { children: string }) => (
  <p className="flex items-start gap-2 rounded-md border border-danger/50 bg-danger-soft px-3 py-2 text-sm text-ink">
    <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-danger" />
    {children}
  </p>
);
