import type { User } from "@supabase/supabase-js";
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { asBackendError, isLinkError, RefusedError } from "#app/lib/errors/backend-error.ts";
import { MESSAGES } from "#app/lib/errors/messages.ts";
import { reason } from "#app/lib/errors/reasons.ts";
import { NewPasswordField } from "#app/ui/inputs/new-password-field.tsx";
import { toast } from "#app/ui/overlays/toast.tsx";
import { MIN_PASSWORD_LENGTH, MIN_TEAM_PASSWORD_LENGTH } from "#contract/account-rules.ts";
import type { LinkType, MailedLink } from "../mailed-link.ts";
import { acceptInvitation, followLink, setNewPassword } from "../queries.ts";
import { CodeForm } from "../second-factor/code-form.tsx";
import { needsCode } from "../second-factor/queries.ts";
import { useSession } from "../session.tsx";
import { AuthForm } from "./auth-form.tsx";
import { useAuthForm } from "./use-auth-form.ts";

interface ConfirmFormProps {
  type: LinkType;
  /** undefined: the link was already used and signed this person in */
  link: MailedLink | undefined;
  /** the signed-in person, if any */
  user: User | null;
  onBadLink: () => void;
  onDone: () => void;
}

/** One button uses the link and sets the password. A retry skips the steps that succeeded. */
export function ConfirmForm({ type, link, user, onBadLink, onDone }: ConfirmFormProps) {
  const words = CONFIRM_WORDS[type];
  const client = useQueryClient();
  const { recovered } = useSession();
  const used = useRef(link === undefined);
  const chosen = useRef(false);
  const [before] = useState(user);
  // An account with a second factor: its code comes first. The hidden form keeps the password.
  const [asksCode, setAsksCode] = useState(false);
  const hidden = useRef<HTMLDivElement>(null);
  const [owner, setOwner] = useState(link ? undefined : user?.email);
  const form = useAuthForm({
    names: ["password"],
    missing: MESSAGES.users.passwordEmpty,
    submit: async ({ password = "" }) => {
      if (password.length < words.shortest)
        throw new RefusedError(MESSAGES.users.passwordShorter(words.shortest));
      if (link && !used.current) {
        setOwner(await followLink(link).catch(giveUp));
        used.current = true;
        // Data cached for a previously signed-in person must not reach this one.
        client.clear();
      }
      chosen.current ||= await isChosen(password).catch(giveUp);
      if (!chosen.current) {
        setAsksCode(true);
        return;
      }
      const accepted = await acceptInvitation();
      if (type === "invite" && !accepted) toast.error(MESSAGES.users.invitationGone);
      else toast.success(accepted ? CONFIRM_WORDS.invite.done : words.done);
      onDone();
      recovered();
    },
    explain: (cause) => (cause instanceof RefusedError ? cause.message : reason(cause)),
  });

  function giveUp(cause: unknown): never {
    if (isLinkError(cause) || isTooLate(cause)) onBadLink();
    throw cause;
  }

  return (
    <>
      <div ref={hidden} hidden={asksCode}>
        <AuthForm
          label={words.title}
          submitLabel={words.button}
          pendingLabel={words.pending}
          {...form}
        >
          <h2 className="font-display text-lg/6 font-semibold">{words.title}</h2>
          <p className="-mt-2 text-sm text-ink-2 wrap-anywhere">
            {owner && `For ${owner}. `}
            {words.what}
          </p>
          {before && !owner && (
            <p className="rounded-md bg-warning-soft px-3 py-2 text-sm wrap-anywhere">
              You're signed in as {before.email}. If this link is for another account, you'll be
              signed in to that one instead.
            </p>
          )}
          {/* Password managers save the password under this name. */}
          <input
            type="hidden"
            name="username"
            autoComplete="username"
            value={owner ?? ""}
            readOnly
          />
          <NewPasswordField
            label={words.label}
            name="password"
            shortest={words.shortest}
            note={words.note}
          />
        </AuthForm>
      </div>
      {asksCode && (
        <CodeForm
          heading={<h2 className="font-display text-lg/6 font-semibold">Enter your code</h2>}
          onProved={() => {
            setAsksCode(false);
            hidden.current?.querySelector("form")?.requestSubmit();
          }}
        />
      )}
    </>
  );
}

/** A used link sets a password for 15 minutes. */
const isTooLate = (cause: unknown) => asBackendError(cause).code === "current_password_required";

/** Sets the password. @returns false if the account's second factor must be proved first */
async function isChosen(password: string): Promise<boolean> {
  try {
    await setNewPassword(password);
    return true;
  } catch (cause) {
    if (!needsCode(cause)) throw cause;
    return false;
  }
}

interface ConfirmWords {
  title: string;
  what: string;
  label: string;
  button: string;
  pending: string;
  done: string;
  shortest: number;
  note?: string;
}

/** The page's text for each type of emailed link. */
const CONFIRM_WORDS: Record<LinkType, ConfirmWords> = {
  signup: {
    title: "Confirm your email address",
    what: "Enter a password to finish. It replaces the one from sign-up.",
    label: "Password",
    button: "Confirm and sign in",
    pending: "Confirming...",
    done: "Your email address is confirmed.",
    shortest: MIN_PASSWORD_LENGTH,
  },
  recovery: {
    title: "Choose a new password",
    what: "You'll be signed out everywhere else.",
    label: "New password",
    button: "Save new password",
    pending: "Saving...",
    done: "Your password is changed.",
    shortest: MIN_PASSWORD_LENGTH,
    note: `Team members: at least ${MIN_TEAM_PASSWORD_LENGTH}, and not a common password.`,
  },
  invite: {
    title: "Accept your invitation",
    what: "Choose a strong password. It protects the site and its leads.",
    label: "Password",
    button: "Accept and sign in",
    pending: "Accepting...",
    done: "Welcome to the team!",
    shortest: MIN_TEAM_PASSWORD_LENGTH,
  },
};
