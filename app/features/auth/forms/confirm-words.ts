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
    what: "Enter a password to confirm this mailbox is yours. It replaces the one from sign-up.",
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
  },
  invite: {
    title: "Accept your invitation",
    what: "Choose a strong password. Admins can change everything on the site.",
    label: "Password",
    button: "Accept and sign in",
    pending: "Accepting...",
    done: "Welcome! You're an admin now.",
    shortest: MIN_INVITED_PASSWORD_LENGTH,
  },
};
