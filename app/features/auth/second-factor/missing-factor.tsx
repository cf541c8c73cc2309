import { type ReactNode, useEffect, useRef, useState } from "react";
import { MESSAGES } from "#app/lib/errors/messages.ts";
import { Button } from "#app/ui/inputs/button.tsx";
import { toast } from "#app/ui/overlays/toast.tsx";
import { AuthCard } from "../forms/auth-card.tsx";
import { Proof } from "../proof.tsx";
import { useSession } from "../session.tsx";
import { CodeForm } from "./code-form.tsx";
import { SetUpSteps } from "./set-up-steps.tsx";
import type { StepFrameProps } from "./step-form.tsx";

interface MissingFactorProps {
  /** what is missing: a code, or the set-up that the person's role needs */
  missing: "code" | "setup";
  email: string;
  /** Set-up begins: no other check may end it before the recovery codes are saved. */
  onBegin: () => void;
  /** Asks again whether the person may in; fails with the reason if there was no answer. */
  onProved: () => Promise<void>;
  onSignOut: () => void;
}

/** In place of the admin, until the session has its second factor. */
export function MissingFactor({
  missing,
  email,
  onBegin,
  onProved,
  onSignOut,
}: MissingFactorProps) {
  const { half } = useSession();
  const isElsewhere = missing === "code" && !half;
  const latest = useRef(onProved);
  latest.current = onProved;
  useEffect(() => {
    // Entered in another tab. Without an answer, the window's next focus asks again.
    if (isElsewhere) latest.current().catch(() => undefined);
  }, [isElsewhere]);
  const signOut = <Button onClick={onSignOut}>Sign Out</Button>;
  return (
    <AuthCard>
      {missing === "code" ? (
        <CodeForm
          heading={<Heading>Enter your code</Heading>}
          onProved={async () => {
            await onProved();
            toast.success(MESSAGES.auth.signedIn);
          }}
          footer={signOut}
        />
      ) : (
        <NeededSetUp email={email} onBegin={onBegin} onDone={onProved} signOut={signOut} />
      )}
    </AuthCard>
  );
}

const Heading = ({ children }: { children: string }) => (
  <h2 className="font-display text-lg/6 font-semibold">{children}</h2>
);

interface NeededSetUpProps {
  email: string;
  onBegin: () => void;
  onDone: () => Promise<void>;
  signOut: ReactNode;
}

function NeededSetUp({ email, onBegin, onDone, signOut }: NeededSetUpProps) {
  const [begun, setBegun] = useState(false);
  return (
    <>
      <div role="status" className="grid gap-2">
        <Heading>Your role needs two-step verification</Heading>
        {!begun && (
          <p className="text-sm text-ink-2">
            From now on, signing in takes your password and a code from an app on your phone. It
            takes about two minutes.
          </p>
        )}
      </div>
      {begun ? (
        <>
          <SetUpSteps Frame={CardFrame} email={email} taken={[]} onDone={onDone} cancel={signOut} />
          <Proof />
        </>
      ) : (
        <div className="flex flex-wrap gap-3">
          <Button
            look="primary"
            onClick={() => {
              onBegin();
              setBegun(true);
            }}
          >
            Set up
          </Button>
          {signOut}
        </div>
      )}
    </>
  );
}

const CardFrame = ({ actions, children }: StepFrameProps) => (
  <div className="grid gap-4">
    {children}
    <div className="flex flex-wrap-reverse justify-end gap-3">{actions}</div>
  </div>
);
