import { type ReactNode, useRef } from "react";
import { copyText } from "#app/admin-kit/dialogs/copy.ts";
import { RefusedError } from "#app/lib/errors/backend-error.ts";
import { Button, ButtonLink } from "#app/ui/inputs/button.tsx";
import { Field } from "#app/ui/inputs/field.tsx";
import { Textarea } from "#app/ui/inputs/input.tsx";
import { useFirstFocus } from "#app/ui/overlays/use-first-focus.ts";
import { useAuthForm } from "../forms/use-auth-form.ts";
import { CodeInput } from "./code-input.tsx";
import { cleanCode, inGroups, isAppCode } from "./codes.ts";
import { SECOND_FACTOR_MESSAGES } from "./messages.ts";
import { enterCode, type NewApp, refusal } from "./queries.ts";
import { StepForm, type StepFrame } from "./step-form.tsx";

const words = SECOND_FACTOR_MESSAGES;

interface ScanStepProps {
  Frame: StepFrame;
  app: NewApp;
  onAdded: () => void;
  cancel: ReactNode;
}

/** Gives the key to the app, as a picture, as text and as a link, and asks for its first code. */
export function ScanStep({ Frame, app, onAdded, cancel }: ScanStepProps) {
  const instructions = useRef<HTMLParagraphElement>(null);
  // The form before it is gone, and the focus with it.
  useFirstFocus(instructions);
  const form = useAuthForm({
    names: ["code"],
    missing: words.codeMissing,
    submit: async ({ code: typed = "" }) => {
      const code = cleanCode(typed);
      if (!isAppCode(code)) throw new RefusedError(words.codeShape);
      await enterCode(app.id, code);
      onAdded();
    },
    explain: (cause) => refusal(cause),
  });
  return (
    <StepForm
      Frame={Frame}
      label="Scan the code"
      submitLabel="Turn on"
      pendingLabel="Checking..."
      cancel={cancel}
      {...form}
    >
      <div className="flex flex-wrap items-center gap-4">
        {/* White in the dark scheme too: cameras need dark on light, with a margin. */}
        <img
          src={app.qrCode}
          alt="QR code with your key. The same key is in the field named Key."
          width={176}
          height={176}
          className="size-44 rounded-md border border-line bg-white p-2"
        />
        <p
          ref={instructions}
          tabIndex={-1}
          className="min-w-40 flex-1 text-sm text-ink-2 outline-none"
        >
          Scan this with your authenticator app, or enter the key there. Then enter the code that
          the app shows.
        </p>
      </div>
      <ButtonLink href={app.uri} className="hidden pointer-coarse:inline-flex">
        Open in an app on this device
      </ButtonLink>
      <Field label="Key">
        <div className="flex items-start gap-2">
          <Textarea
            readOnly
            rows={1}
            value={inGroups(app.key)}
            className="min-w-0 flex-1 !resize-none font-mono"
            onFocus={({ currentTarget }) => currentTarget.select()}
          />
          <Button onClick={() => copyText(app.key, "Key")}>Copy key</Button>
        </div>
      </Field>
      <CodeInput focused={false} error={form.error} />
    </StepForm>
  );
}
