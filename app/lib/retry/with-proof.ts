import { asBackendError } from "#app/lib/errors/backend-error.ts";

/** Asks the person to prove who they are. @returns whether they did, or gave up */
type Ask = () => Promise<boolean>;

let ask: Ask | undefined;
let asking: Promise<boolean> | undefined;

/** @param next shows the question; undefined once it can't be shown */
export function askForProofBy(next: Ask | undefined): void {
  ask = next;
}

/**
 * The server wants a proof of the last minutes of who is there: private.require_recent_proof, or the account
 * service, which uses Supabase's code.
 */
function needsProof(cause: unknown): boolean {
  const { status, code } = asBackendError(cause);
  return status === 428 || code === "reauthentication_needed";
}

/**
 * Makes a call that the server may refuse without a recent proof of who is there. Then asks for it, and
 * makes the call again. Calls at the same time share one question.
 * @throws the refusal when the person gives up
 */
export async function withProof<Result>(call: () => PromiseLike<Result>): Promise<Result> {
  try {
    return await call();
  } catch (cause) {
    if (!needsProof(cause) || !ask) throw cause;
    asking ??= ask().finally(() => {
      asking = undefined;
    });
    if (!(await asking)) throw cause;
    return call();
  }
}
