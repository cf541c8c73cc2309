const UNREACHABLE = "our server couldn't be reached";
const TROUBLE = "something went wrong on our server";

/** A constraint on what the visitor typed; others are ours to keep. */
const ANSWER =
  /constraint "contact_submissions_(name|email|business_name|monthly_volume|platforms|message)_/;

/** Reads a refusal's words: PostgREST says `message`, a function `error` or `error.message`. */
async function words(error: unknown): Promise<string | undefined> {
  const { context, message } = (error ?? {}) as { context?: unknown; message?: unknown };
  if (!(context instanceof Response)) return typeof message === "string" ? message : undefined;
  try {
    const body = await context.clone().json();
    const said = body?.error?.message ?? body?.error ?? body?.message;
    return typeof said === "string" ? said : undefined;
  } catch {
    return undefined;
  }
}

/** What one of our functions says of its own failure: in this shape, and written for people. */
async function functionWords(error: unknown): Promise<string | undefined> {
  const { context } = (error ?? {}) as { context?: unknown };
  if (!(context instanceof Response)) return undefined;
  const body: unknown = await context
    .clone()
    .json()
    .catch(() => undefined);
  const said = (body as { error?: { message?: unknown } } | undefined)?.error?.message;
  return typeof said === "string" && said.trim() ? said : undefined;
}

/**
 * Turns what a call of the submit came back with into words for the visitor. The server's own are
 * shown only where they are written for people: at 429, and a function's; a database's never are.
 * @param status of the HTTP answer; 0 or undefined when there was none
 */
export async function explain(
  error: unknown,
  status: number | undefined,
): Promise<{ status: number; sentence: string }> {
  if (!status) return { status: 0, sentence: UNREACHABLE };
  if (status === 429)
    return {
      status,
      sentence: (await words(error)) ?? "Too many messages. Please wait a few minutes.",
    };
  if (status === 413) return { status, sentence: "the message is too long" };
  if (status >= 500) return { status, sentence: (await functionWords(error)) ?? TROUBLE };
  if (ANSWER.test((await words(error)) ?? ""))
    return { status, sentence: "one of the answers wasn't accepted" };
  return { status, sentence: "your message couldn't be saved" };
}
