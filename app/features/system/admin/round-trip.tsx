import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { Button } from "#app/ui/inputs/button.tsx";
import { readHeaders, type TestEmail } from "../deliverability/headers.ts";
import { SYSTEM_MESSAGES } from "../messages.ts";
import { sendTestBack } from "../queries.ts";

const words = SYSTEM_MESSAGES;

interface RoundTripProps {
  onRead: (email: TestEmail) => void;
}

/** Sends a test email to the address where answers arrive, and reads its headers once it is back. */
export function RoundTrip({ onRead }: RoundTripProps) {
  const leaving = useRef<AbortController>(undefined);
  useEffect(() => {
    const controller = new AbortController();
    leaving.current = controller;
    return () => controller.abort();
  }, []);
  const test = useMutation({
    async mutationFn(): Promise<string | undefined> {
      const headers = await sendTestBack(leaving.current?.signal);
      if (headers === null) return words.notBack;
      const email = readHeaders(headers);
      if ("problem" in email) return words.backWithoutResults;
      onRead(email);
      return undefined;
    },
  });
  return (
    <>
      <Button size="sm" pending={test.isPending} onClick={() => test.mutate()}>
        Send a test email to this site
      </Button>
      <p role="status" className="text-ink-2 empty:hidden">
        {test.isPending && "Waiting for the test email. It usually takes less than a minute."}
        {test.data}
        {test.error && words.backFailed(test.error)}
      </p>
    </>
  );
}
