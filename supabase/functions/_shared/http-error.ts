/**
 * A refusal with a message for the person who caused it. The gateway, the page server and `endpoint` each
 * turn it into their own response. It is here because Supabase deploys this folder alone.
 */
export class HttpError extends Error {
  override name = "HttpError";
  readonly status: number;
  /** a short machine-readable code, like `not_found` */
  readonly code: string;
  readonly headers: Record<string, string>;

  /** @param cause only for the log */
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
