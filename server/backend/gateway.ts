import type { Log } from "../log.ts";
import { withLimitedBody } from "./body.ts";
import { isConnectionLoss, Refusal, refusalResponse, type Service } from "./errors.ts";
import type { createLimits } from "./limits.ts";
import { withRequestLog } from "./request-log.ts";
import { refuseOddAddress, refuseOddRest } from "./sane-request.ts";
import type { RequestInfo } from "./types.ts";

type Answer = (request: Request, info: RequestInfo) => Promise<Response>;

interface Parts {
  services: Record<Service, Answer>;
  limits: ReturnType<typeof createLimits>;
  log: Log;
}

/**
 * The one way in to the backend: finds the service, applies limits, and sees to it that whatever
 * goes wrong leaves as a short JSON with a sentence, never with a stack or an SQL text.
 */
export function createGateway({ services, limits, log }: Parts): Answer {
  return (request, info) => {
    const requestLog = log.child({ requestId: info.requestId });
    return withRequestLog(requestLog, async () => {
      const service = serviceOf(request);
      try {
        if (!service) throw new Refusal(404, "not_found", "There is nothing at this address.");
        refuseOddAddress(request);
        refuseSecretKey(request);
        // Files are read by storage itself, as a stream.
        const bounded = service === "storage" ? request : await withLimitedBody(request);
        if (service === "rest") await refuseOddRest(bounded);
        const counted = await limits(bounded, info.clientAddress);
        const response = await services[service](bounded, info);
        counted.settle(response.ok);
        // Functions word their failures for people themselves.
        if (service === "functions") return response;
        if (response.status < 500) return inJson(service, response);
        requestLog.error(
          { status: response.status, path: new URL(request.url).pathname },
          "failed",
        );
        throw new Refusal(
          response.status,
          "server_error",
          "Something went wrong. Please try again.",
        );
      } catch (error) {
        return refusalResponse(service ?? "rest", toRefusal(error, requestLog));
      }
    });
  };
}

/** Some refusals of @supabase/lite are plain text; a client that expects JSON would stumble over it. */
function inJson(service: Service, response: Response): Response {
  const isRefusal = response.status >= 400 && response.body;
  if (!isRefusal || response.headers.get("content-type")?.includes("json")) return response;
  return refusalResponse(
    service,
    new Refusal(response.status, "refused", "This request can't be answered."),
  );
}

function serviceOf(request: Request): Service | undefined {
  const service = /^\/(auth|rest|storage|functions)\/v1(\/|$)/.exec(new URL(request.url).pathname);
  return service?.[1] as Service | undefined;
}

/** The secret key is for functions, which never come this way. */
function refuseSecretKey(request: Request) {
  const { searchParams } = new URL(request.url);
  const keys = [request.headers.get("apikey"), searchParams.get("apikey")];
  if (keys.some((key) => key?.startsWith("sb_secret_")))
    throw new Refusal(401, "invalid_api_key", "This key can't be used from outside.");
}

function toRefusal(error: unknown, log: Log): Refusal {
  if (error instanceof Refusal) return error;
  log.error({ err: error }, "the backend failed");
  if (isConnectionLoss(error))
    return new Refusal(503, "unreachable", "The database does not answer just now.");
  return new Refusal(500, "server_error", "Something went wrong. Please try again.");
}
