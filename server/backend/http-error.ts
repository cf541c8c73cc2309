import { readableWait } from "#server/limits/rate-limit.ts";
import { HttpError } from "#supabase/functions/_shared/http-error.ts";

export { HttpError };

/** @param sentence what there was too much of */
export const tooManyRequests = (sentence: string, seconds: number) =>
  new HttpError(
    429,
    "over_request_rate_limit",
    `${sentence} Please wait ${readableWait(seconds)} and try again.`,
    { "retry-after": String(seconds) },
  );

export type Service = "auth" | "rest" | "storage" | "functions";

/** The refusal, in the shape that supabase-js expects of that service. */
export function refusalResponse(service: Service, { status, code, message, headers }: HttpError) {
  return Response.json(bodyFor[service](status, code, message), { status, headers });
}

const bodyFor: Record<Service, (status: number, code: string, message: string) => object> = {
  auth: (status, code, message) => ({ code: status, error_code: code, msg: message }),
  rest: (_status, code, message) => ({ code, message, details: null, hint: null }),
  storage: (status, code, message) => ({ statusCode: String(status), error: code, message }),
  functions: (_status, code, message) => ({ error: message, code }),
};
