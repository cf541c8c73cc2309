/**
 * A refusal with a sentence for the person who caused it. The gateway, the pages' server and `endpoint` each
 * turn it into their own answer. It is here because Supabase deploys this folder without the rest.
 */
export class HttpError extends Error {
  override name = "HttpError";
  readonly status: number;
  /** a short machine-readable word, e.g. `not_found` */
  readonly code: string;
  readonly headers: Record<string, string>;

  /** @param cause for the log alone */
  constructor(
    status: number,
    code: string,
    message: string,
    headers: Record<string, string> = {},
    cause?: unknown,
  ) {
    super(message, { cause });
    this.status = status;
    this.code = code;
    this.headers = headers;
  }
}
