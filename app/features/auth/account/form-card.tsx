import { type ReactNode, type SubmitEvent, useRef } from "react";
import { Card, CardHeader } from "#app/ui/display/card.tsx";
import { Button } from "#app/ui/inputs/button.tsx";

/** Whether nothing outside the form has the focus. Safari doesn't focus a clicked button. */
const isFree = (form: HTMLElement) =>
  document.activeElement === document.body || form.contains(document.activeElement);

interface FormCardProps {
  title: string;
  pending: boolean;
  submitLabel: string;
  pendingLabel: string;
  /** @returns the name of the first field to correct, which gets focus */
  onSubmit: () => Promise<string | undefined>;
  children: ReactNode;
}

/** A card with a small form and its own save button. Ignores presses while one is in flight. */
export function FormCard({
  title,
  pending,
  submitLabel,
  pendingLabel,
  onSubmit,
  children,
}: FormCardProps) {
  const busy = useRef(false);

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    if (busy.current) return;
    busy.current = true;
    try {
      const field = await onSubmit();
      // A late refusal must not take the focus from another form.
      if (field && isFree(form)) form.querySelector<HTMLElement>(`[name="${field}"]`)?.focus();
    } finally {
      busy.current = false;
    }
  }

  return (
    <Card>
      <CardHeader title={title} />
      <form
        noValidate
        aria-label={title}
        onSubmit={(event) => void submit(event)}
        className="grid gap-4 p-5"
      >
        {children}
        <div>
          <Button type="submit" pending={pending} pendingLabel={pendingLabel}>
            {submitLabel}
          </Button>
        </div>
      </form>
    </Card>
  );
}
