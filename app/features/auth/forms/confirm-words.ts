import { MIN_INVITED_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from "#contract/password-rule.ts";
import type { LinkType } from "../mailed-link.ts";

interface ConfirmWords {
  title: string;
  what: string;
  label: string;
  button: string;
  pending: string;
  done: string;
  shortest: number;
}

/** What the page of each kind of mailed link says. */
export const CONFIRM_WORDS: Record<LinkType, ConfirmWords> = {
  signup: {
    title: "Confirm your email address",
    what: "Enter your password once more. We ask again to prove this mailbox is yours: only the password you enter here counts.",
    label: "Password",
    button: "Confirm and sign in",
    pending: "Confirming...",
    done: "Your email address is confirmed.",
    shortest: MIN_PASSWORD_LENGTH,
  },
  recovery: {
    title: "Choose a new password",
    what: "Wherever else you are signed in, you are signed out.",
    label: "New password",
    button: "Save new password",
    pending: "Saving...",
    done: "Your new password is set.",
    shortest: MIN_PASSWORD_LENGTH,
  },
  invite: {
    title: "Accept your invitation",
    what: "Choose the password to sign in with. Admins can change everything on the site, so it has to be a good one.",
    label: "Password",
    button: "Accept and sign in",
    pending: "Accepting...",
    done: "Welcome: you are an admin now.",
    shortest: MIN_INVITED_PASSWORD_LENGTH,
  },
};
