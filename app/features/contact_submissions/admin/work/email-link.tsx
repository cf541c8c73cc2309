import Mail from "lucide-react/icons/mail";
import type { Lead } from "#app/lib/data/database.types.ts";
import { ButtonLink, type ButtonLook } from "#app/ui/inputs/button.tsx";
import { mailDraft } from "./mail-draft.ts";
import type { SubmissionActions } from "./use-submission-actions.ts";

interface EmailLinkProps extends ButtonLook {
  row: Lead;
  /** who signs the draft */
  company: string | undefined;
  actions: SubmissionActions;
  /** of the word, where there is no room for it */
  wordClass?: string;
  className?: string;
  label?: string;
}

/** Opens a draft in the person's own mail program; afterwards asks whether the lead is taken up. */
export const EmailLink = ({ row, company, actions, wordClass, label, ...look }: EmailLinkProps) => (
  <ButtonLink
    {...look}
    href={mailDraft(row, company)}
    aria-label={label}
    onClick={() => actions.answered(row)}
  >
    <Mail aria-hidden className="size-4" />
    <span className={wordClass}>Email</span>
  </ButtonLink>
);
