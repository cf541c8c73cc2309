import { useMutation } from "@tanstack/react-query";
import { MESSAGES } from "#app/lib/errors/messages.ts";
import { reason } from "#app/lib/errors/reasons.ts";
import { cx } from "#app/ui/cx.ts";
import { Cause } from "#app/ui/display/cause.tsx";
import { Button } from "#app/ui/inputs/button.tsx";
import { explainCause } from "#contract/causes.ts";
import { SYSTEM_MESSAGES } from "../messages.ts";
import { sendTestMail } from "../queries.ts";

const words = SYSTEM_MESSAGES;

/** Sends a test email to the signed-in admin. */
export const useTestMail = () => useMutation({ mutationFn: sendTestMail });

interface TestMailProps {
  test: ReturnType<typeof useTestMail>;
}

export const TestMailButton = ({ test }: TestMailProps) => (
  <Button size="sm" pending={test.isPending} onClick={() => test.mutate()}>
    Send a test email
  </Button>
);

/** Where the test email went, or the mail server's error. */
export const TestMailAnswer = ({ test }: TestMailProps) => (
  <div role="status" className="text-sm empty:hidden">
    {test.data && (
      <p className={cx("font-medium", test.data.saved ? "text-danger" : "text-success")}>
        {test.data.saved ? MESSAGES.email.saved("the test email") : words.mailed(test.data.to)}
      </p>
    )}
    {test.isError && (
      <>
        <p className="font-medium text-danger">{words.mailFailed}</p>
        <Cause {...explainCause(`${reason(test.error)}.`, "The mail server")} />
      </>
    )}
  </div>
);
