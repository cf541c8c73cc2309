import { MIN_PASSWORD_LENGTH } from "#contract/password-rule.ts";

const tooShort = (shortest: number) => `Password must be at least ${shortest} characters long.`;

/** Why a password is not taken: part of MESSAGES, and of what a backend's refusal is put into. */
export const PASSWORD_REFUSALS = {
  passwordEmpty: "Please enter a new password.",
  passwordShort: tooShort(MIN_PASSWORD_LENGTH),
  passwordShorter: tooShort,
  passwordPlain: "Password must mix small and capital letters, digits and symbols.",
  passwordKnown: "Password is on a list of leaked passwords: please choose another.",
} as const;
