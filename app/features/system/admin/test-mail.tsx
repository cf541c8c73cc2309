import { useMutation } from "@tanstack/react-query";
import { MESSAGES } from "#app/lib/errors/messages.ts";
import { reason } from "#app/lib/errors/reasons.ts";
import { Button } from "#app/ui/inputs/button.tsx";
import { sendTestMail } from "../queries.ts";

const words = MESSAGES.system;

/** A mail to the admin who asks. */
export const useTestMail = () => useMutation({ mutationFn: sendTestMail });

interface TestMailProps {
  test: ReturnType<typeof useTestMail>;
}

export const TestMailButton = ({ test }: TestMailProps) => (
  <Button size="sm" pending={test.isPending} onClick={() => test.mutate()}>
    Send a test mail
  </Button>
);

/** Where it went, or what the mail server answered. */
export const TestMailAnswer = ({ test }: TestMailProps) => (
  <div role="status" className="px-5 text-sm empty:hidden">
    {test.isSuccess && (
      <p className="border-t border-line py-3 font-medium text-success">
        {words.mailed(test.data)}
      </p>
    )}
    {test.isError && (
      <p className="border-t border-line py-3 font-medium text-danger wrap-anywhere">
        {words.mailFailed}: {reason(test.error)}
      </p>
    )}
  </div>
);
