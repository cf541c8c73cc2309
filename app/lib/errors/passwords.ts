import { MIN_PASSWORD_LENGTH } from "#contract/account-rules.ts";

const tooShort = (shortest: number) => `Password must be at least ${shortest} characters long.`;

/** Why a password is refused: part of MESSAGES, and the translation of backend errors. */
export const PASSWORD_REFUSALS = {
  passwordEmpty: "Please enter a new password.",
  passwordShort: tooShort(MIN_PASSWORD_LENGTH),
  passwordShorter: tooShort,
  passwordPlain: "Password must include lowercase and uppercase letters, digits and symbols.",
  passwordKnown: "This password appeared in a data leak. Choose another one.",
} as const;
