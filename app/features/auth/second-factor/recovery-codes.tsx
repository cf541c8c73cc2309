import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { copyText } from "#app/admin-kit/dialogs/copy.ts";
import { useOneAtATime } from "#app/admin-kit/forms/use-one-at-a-time.ts";
import { Spinner } from "#app/ui/display/spinner.tsx";
import { download } from "#app/ui/download.ts";
import { Button } from "#app/ui/inputs/button.tsx";
import { useFirstFocus } from "#app/ui/overlays/use-first-focus.ts";
import { codesAsText, inGroups } from "./codes.ts";
import { SECOND_FACTOR_MESSAGES } from "./messages.ts";
import { firstCodes, refusal } from "./queries.ts";
import { ErrorLine, type StepFrame } from "./step-form.tsx";

const words = SECOND_FACTOR_MESSAGES;

interface FirstCodesProps {
  Frame: StepFrame;
  email: string;
  onDone: () => unknown;
}

/** After an app: makes the person's first recovery codes, if there are none yet, and shows them. */
export function FirstCodes({ Frame, email, onDone }: FirstCodesProps) {
  // Not a query: asked again, the server would replace the codes that are shown.
  const { data, error, isPending, mutate, mutateAsync } = useMutation({
    mutationFn: firstCodes,
    onSuccess: (codes) => codes === undefined && onDone(),
  });
  const again = useOneAtATime(mutateAsync);
  const asked = useRef(false);
  useEffect(() => {
    if (!asked.current) mutate();
    asked.current = true;
  }, [mutate]);
  if (Array.isArray(data))
    return <RecoveryCodes Frame={Frame} codes={data} email={email} onDone={onDone} />;
  if (data === "off")
    return (
      <Frame
        actions={
          <Button look="primary" data-first onClick={() => void onDone()}>
            Done
          </Button>
        }
      >
        <p role="status" className="text-sm">
          {words.noCodes}
        </p>
      </Frame>
    );
  return (
    <Frame
      actions={
        error && (
          <>
            <Button onClick={() => void onDone()}>Skip</Button>
            <Button look="primary" pending={isPending} onClick={() => again()}>
              Try again
            </Button>
          </>
        )
      }
    >
      {error ? (
        <div role="alert">
          <ErrorLine>{`${words.codesFailed(error)}. You can also make them later on your account page.`}</ErrorLine>
        </div>
      ) : (
        <p role="status" className="flex items-center gap-2.5 text-sm">
          <Spinner className="size-4 text-accent" />
          Making recovery codes…
        </p>
      )}
    </Frame>
  );
}

interface RecoveryCodesProps {
  Frame: StepFrame;
  codes: readonly string[];
  email: string;
  onDone: () => unknown;
}

/** The codes, shown once. */
export function RecoveryCodes({ Frame, codes: plain, email, onDone }: RecoveryCodesProps) {
  const codes = plain.map((code) => inGroups(code, "-"));
  const [saved, setSaved] = useState(false);
  const [asked, setAsked] = useState(false);
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<string>();
  const heading = useRef<HTMLHeadingElement>(null);
  // The form before it is gone, and the focus with it.
  useFirstFocus(heading);
  const text = () => codesAsText(codes, window.location.host, email);

  async function finish() {
    setAsked(true);
    if (!saved || pending) return;
    setPending(true);
    setError(undefined);
    try {
      await onDone();
    } catch (cause) {
      setError(refusal(cause));
      setPending(false);
    }
  }

  const problem = asked && !saved ? words.codesUnsaved : error;
  return (
    <Frame
      actions={
        <Button look="primary" pending={pending} onClick={() => void finish()}>
          Done
        </Button>
      }
    >
      <div className="grid gap-1">
        <h3 ref={heading} tabIndex={-1} className="text-base font-semibold outline-none">
          Save your recovery codes
        </h3>
        <p className="text-sm text-ink-2">
          If you lose your phone, each code signs you in once. You won't be able to see them again.
        </p>
      </div>
      <ul
        aria-label="Recovery codes"
        className="grid grid-cols-[repeat(auto-fill,minmax(10rem,1fr))] gap-x-4 gap-y-1 rounded-md border border-line bg-paper-2 px-4 py-3 font-mono text-sm"
      >
        {codes.map((code) => (
          <li key={code} className="select-all">
            {code}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => void copyText(codes.join("\n"), "Recovery codes")}>
          Copy codes
        </Button>
        <Button
          onClick={() => download(new Blob([text()], { type: "text/plain" }), "recovery-codes.txt")}
        >
          Download as text
        </Button>
      </div>
      <label className="inline-flex min-h-8 cursor-pointer items-center gap-2 justify-self-start text-sm pointer-coarse:min-h-11">
        <input
          type="checkbox"
          checked={saved}
          onChange={({ currentTarget }) => setSaved(currentTarget.checked)}
          className="size-4 cursor-pointer accent-brand"
        />
        I've saved these codes
      </label>
      <div role="alert" className="empty:hidden">
        {problem && <ErrorLine>{problem}</ErrorLine>}
      </div>
    </Frame>
  );
}
