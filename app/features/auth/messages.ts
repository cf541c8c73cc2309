import { asBackendError, isUnreachable, RefusedError } from "#app/lib/errors/backend-error.ts";
import { MESSAGES } from "#app/lib/errors/messages.ts";
import { reason, UNKNOWN } from "#app/lib/errors/reasons.ts";

/** Sign-in: the server's message if it has one, otherwise 'Failed to sign in' (rule A-3). */
export function signInMessage(cause: unknown): string {
  const why = reason(cause);
  return why === UNKNOWN ? MESSAGES.auth.signInFailed : why;
}

/** The password of someone whose address is known, so only it can be wrong. */
export const passwordMessage = (cause: unknown): string =>
  asBackendError(cause).code === "invalid_credentials"
    ? "Wrong password. Try again."
    : signInMessage(cause);

/** Sign-up (rule A-4). Rate-limit, weak-password and network errors keep their own message. */
export function signUpMessage(cause: unknown): string {
  const { message = "", code, status } = asBackendError(cause);
  if (/already (been )?registered/i.test(message)) return MESSAGES.auth.alreadyRegistered;
  if (status === 429 || status === 422 || code === "weak_password" || isUnreachable(cause))
    return reason(cause);
  if (cause instanceof RefusedError) return message;
  return MESSAGES.auth.signUpFailed;
}
