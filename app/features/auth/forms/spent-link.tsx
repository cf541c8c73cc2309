import { useState } from "react";
import { Link } from "react-router";
import { MESSAGES } from "#app/lib/errors/messages.ts";
import { reason } from "#app/lib/errors/reasons.ts";
import { Field } from "#app/ui/inputs/field.tsx";
import { Input } from "#app/ui/inputs/input.tsx";
import type { LinkType } from "../mailed-link.ts";
import { requestConfirmation, requestReset } from "../queries.ts";
import { AuthForm } from "./auth-form.tsx";
import { MailSent } from "./sign-up-form.tsx";
import { useAuthForm } from "./use-auth-form.ts";

/** For an incomplete, used or expired link: explains it, and offers a new one. */
export function SpentLink({ type }: { type: LinkType | undefined }) {
  return (
    <>
      <div role="alert" className="grid gap-2">
        <h2 className="font-display text-lg/6 font-semibold">This link can't be used</h2>
        <p className="text-sm text-ink-2">
          {type
            ? "It has expired, was already used, or was replaced by a newer one."
            : "Part of it is missing. Open it again from the email, or copy the full address."}
        </p>
      </div>
      {type === "invite" ? (
        <p className="text-sm">Ask the person who invited you to send the invitation again.</p>
      ) : (
        <NewLinkForm type={type ?? "recovery"} />
      )}
      <p className="text-center text-sm">
        <Link to="/admin/login" className="underline">
          Go to sign in
        </Link>
      </p>
    </>
  );
}

/** Shows the same message whether or not the account exists. */
function NewLinkForm({ type }: { type: Exclude<LinkType, "invite"> }) {
  const [sentTo, setSentTo] = useState<string>();
  const form = useAuthForm({
    names: ["email"],
    submit: async ({ email = "" }) => {
      await (type === "signup" ? requestConfirmation : requestReset)(email.trim());
      setSentTo(email.trim());
    },
    explain: reason,
  });
  if (sentTo)
    return (
      <MailSent>
        {type === "signup"
          ? MESSAGES.auth.confirmationMailed(sentTo)
          : MESSAGES.auth.resetMailed(sentTo)}
      </MailSent>
    );
  return (
    <AuthForm
      label="Send a new link"
      submitLabel="Send a new link"
      pendingLabel="Sending..."
      {...form}
    >
      <Field label="Email">
        <Input name="email" type="email" autoComplete="username" required />
      </Field>
    </AuthForm>
  );
}
