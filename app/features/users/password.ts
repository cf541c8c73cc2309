import * as z from "zod/mini";
import { MESSAGES } from "#app/lib/errors/messages.ts";
import { MIN_PASSWORD_LENGTH, MIN_TEAM_PASSWORD_LENGTH } from "#contract/account-rules.ts";

const { passwordEmpty, passwordShort, passwordShorter } = MESSAGES.users;

/** The minimum for an account; someone with a role needs a better password (rule A-10). */
export const shortestFor = (onTeam: boolean) =>
  onTeam ? MIN_TEAM_PASSWORD_LENGTH : MIN_PASSWORD_LENGTH;

/** Rule U-2: blank, then too short. The password is stored exactly as typed. */
export const newPasswordSchema = (shortest: number) =>
  z.object({
    password: z.string().check(
      z.refine((password) => password.trim() !== "", { error: passwordEmpty, abort: true }),
      z.minLength(MIN_PASSWORD_LENGTH, { error: passwordShort, abort: true }),
      z.minLength(shortest, passwordShorter(shortest)),
    ),
  });
