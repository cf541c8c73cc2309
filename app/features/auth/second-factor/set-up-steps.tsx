import { type ReactNode, useState } from "react";
import { withProof } from "#app/lib/retry/with-proof.ts";
import { Field } from "#app/ui/inputs/field.tsx";
import { Input } from "#app/ui/inputs/input.tsx";
import { toast } from "#app/ui/overlays/toast.tsx";
import { useAuthForm } from "../forms/use-auth-form.ts";
import { nextName } from "./codes.ts";
import { SECOND_FACTOR_MESSAGES } from "./messages.ts";
import { addApp, type NewApp, refusal } from "./queries.ts";
import { FirstCodes } from "./recovery-codes.tsx";
import { ScanStep } from "./scan-step.tsx";
import { StepForm, type StepFrame } from "./step-form.tsx";

interface SetUpStepsProps {
  Frame: StepFrame;
  email: string;
  /** the names of the apps there are */
  taken: readonly string[];
  /** Called when there is nothing more to do. */
  onDone: () => unknown;
  /** The app works now, and the recovery codes follow. */
  onAdded?: () => void;
  /** the way out of each step, except from the codes */
  cancel: ReactNode;
}

type Step = { at: "name" | "codes" } | { at: "scan"; app: NewApp };

/** Adds an authenticator app: its name, the key, the recovery codes. */
export function SetUpSteps({ Frame, email, taken, onDone, onAdded, cancel }: SetUpStepsProps) {
  const [step, setStep] = useState<Step>({ at: "name" });
  const [name, setName] = useState(() => nextName(taken));

  async function begin(chosen: string) {
    setName(chosen);
    setStep({ at: "scan", app: await withProof(() => addApp(chosen)) });
  }

  if (step.at === "name")
    return <NameStep Frame={Frame} name={name} onName={begin} cancel={cancel} />;
  if (step.at === "scan")
    return (
      <ScanStep
        Frame={Frame}
        app={step.app}
        cancel={cancel}
        onAdded={() => {
          toast.success(SECOND_FACTOR_MESSAGES.added);
          onAdded?.();
          setStep({ at: "codes" });
        }}
      />
    );
  return <FirstCodes Frame={Frame} email={email} onDone={onDone} />;
}

interface NameStepProps {
  Frame: StepFrame;
  name: string;
  onName: (name: string) => Promise<void>;
  cancel: ReactNode;
}

function NameStep({ Frame, name, onName, cancel }: NameStepProps) {
  const form = useAuthForm({
    names: ["name"],
    submit: ({ name: chosen = "" }) => onName(chosen.trim()),
    explain: (cause) => refusal(cause),
  });
  return (
    <StepForm
      Frame={Frame}
      label="Name your app"
      submitLabel="Continue"
      pendingLabel="Starting..."
      cancel={cancel}
      {...form}
    >
      <p className="text-sm text-ink-2">
        You need an authenticator app, such as 1Password, Google Authenticator or Microsoft
        Authenticator.
      </p>
      <Field label="Name" description="Helps you tell your apps apart if you add another.">
        <Input name="name" autoComplete="off" required defaultValue={name} />
      </Field>
    </StepForm>
  );
}
