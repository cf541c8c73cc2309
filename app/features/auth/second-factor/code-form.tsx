import { type ReactNode, useId, useRef, useState } from "react";
import { RefusedError } from "#app/lib/errors/backend-error.ts";
import { Button } from "#app/ui/inputs/button.tsx";
import { Field } from "#app/ui/inputs/field.tsx";
import { NativeSelect } from "#app/ui/inputs/native-select.tsx";
import { AuthForm } from "../forms/auth-form.tsx";
import { useAuthForm } from "../forms/use-auth-form.ts";
import { useSession } from "../session.tsx";
import { CodeInput } from "./code-input.tsx";
import { cleanCode, isAppCode } from "./codes.ts";
import { SECOND_FACTOR_MESSAGES } from "./messages.ts";
import { appsIn, enterCode, enterRecoveryCode, listApps, refusal } from "./queries.ts";

const words = SECOND_FACTOR_MESSAGES;

interface CodeFormProps {
  /** above the field, unless a dialog has a title already */
  heading?: ReactNode;
  /** Called once the session is a full one. If it fails, the next press only calls it again. */
  onProved: () => unknown;
  footer?: ReactNode;
}

/** Asks for a code of the person's app, or for one of their recovery codes. */
export function CodeForm({ heading, onProved, footer }: CodeFormProps) {
  const { user } = useSession();
  const [recovery, setRecovery] = useState(false);
  return (
    <div className="grid gap-4">
      {heading}
      <OneForm
        // A new form without the other one's error, and with the focus in its field.
        key={String(recovery)}
        recovery={recovery}
        email={user?.email}
        onProved={onProved}
        footer={
          <div className="flex flex-wrap justify-between gap-x-3 gap-y-2">
            <Button look="ghost" onClick={() => setRecovery(!recovery)} className="-mx-3.5">
              {recovery ? "Use your app instead" : "Use a recovery code instead"}
            </Button>
            {footer}
          </div>
        }
      />
    </div>
  );
}

interface OneFormProps extends Omit<CodeFormProps, "heading"> {
  recovery: boolean;
  email: string | undefined;
}

function OneForm({ recovery, email, onProved, footer }: OneFormProps) {
  const { user } = useSession();
  const apps = appsIn(user?.factors);
  const [chosen, setChosen] = useState("");
  const proved = useRef(false);
  const text = useId();
  const form = useAuthForm({
    names: ["code"],
    missing: words.codeMissing,
    submit: async ({ code: typed = "" }) => {
      const code = cleanCode(typed);
      if (!proved.current) {
        if (recovery) await enterRecoveryCode(code);
        else await enterCode(await appFor(code), code);
      }
      proved.current = true;
      await onProved();
    },
    explain: (cause) => refusal(cause, recovery ? "recovery code" : "app"),
  });

  async function appFor(code: string): Promise<string> {
    if (!isAppCode(code)) throw new RefusedError(words.codeShape);
    const [first] = apps.length > 0 ? apps : await listApps();
    if (!first) throw new RefusedError(words.replaced);
    return apps.find(({ id }) => id === chosen)?.id ?? first.id;
  }

  return (
    <AuthForm
      label={recovery ? "Enter a recovery code" : "Enter your code"}
      submitLabel="Continue"
      pendingLabel="Checking..."
      footer={footer}
      {...form}
    >
      <p id={text} className="-mt-2 text-sm text-ink-2 wrap-anywhere">
        {recovery
          ? "Enter one of the codes you saved. Each works once. Without one, ask an admin to reset your two-step verification."
          : `Open your authenticator app and enter the code for ${email}.`}
      </p>
      {!recovery && apps.length > 1 && (
        <Field label="Authenticator app">
          <NativeSelect
            choices={apps.map(({ id, name }) => ({ value: id, label: name }))}
            value={chosen || (apps[0]?.id ?? "")}
            onValueChange={setChosen}
          />
        </Field>
      )}
      <CodeInput recovery={recovery} error={form.error} describedBy={text} />
    </AuthForm>
  );
}
