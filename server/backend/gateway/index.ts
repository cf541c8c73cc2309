import { HttpError, refusalResponse, type Service } from "#server/backend/http-error.ts";
import { type Caller, callerOf, SERVICE, tokenIn } from "#server/backend/postgres/caller.ts";
import type { RequestInfo } from "#server/backend/types.ts";
import { addressKey } from "#server/limits/rate-limit.ts";
import type { Log } from "#server/runtime/log.ts";
import { isFromOtherSite } from "#server/runtime/other-site.ts";
import { secure } from "#server/runtime/security-headers.ts";
import { type Requester, restBounds } from "./bounds.ts";
import {
  type ConcurrencyLimiter,
  createLimiter,
  createLimiters,
  deliverFile,
  FILES_OF_ONE_ADDRESS,
  LIMITERS,
  type LimiterName,
  ONE_ADDRESS,
  SMALL,
} from "./concurrency-limiter.ts";
import type { Limit } from "./limits.ts";
import { AHEAD, authBounds, FUNCTION_BOUNDS, STORAGE_BOUNDS } from "./operations/index.ts";
import { withinBounds } from "./operations/within-bounds.ts";
import { logRefusal, toRefusal } from "./refusals.ts";
import { type Address, nothingHere, readAddress } from "./request/address.ts";
import { readJson } from "./request/json.ts";
import { matchBody, matchOperation } from "./request/match.ts";
import { type Call, cookiesIn } from "./request/operation.ts";
import { type FunctionCall, INTERNAL_ORIGIN, type Services } from "./services.ts";
import { matchStorage, type StorageCall } from "./storage.ts";

interface Parts {
  services: Services;
  /** see staff.ts */
  isStaff: (caller: Caller) => Promise<boolean>;
  limit: Limit;
  keys: { publishableKey: string; secretKey: string; jwtSecret: string };
  log: Log;
}

/** Longer than any browser's, in characters. */
const USER_AGENT = 300;

/** A request on its way in, with its parsed address. */
interface Incoming {
  request: Request;
  address: Address;
  info: RequestInfo;
  asks: Requester;
}

/**
 * The only gateway of the backend. It parses a request once into service, operation and arguments, or
 * refuses it. Services never see the original request. Every error leaves as a short JSON message,
 * without a stack trace or SQL.
 */
export function createGateway({ services, isStaff, limit, keys, log }: Parts) {
  const limiters = Object.fromEntries(
    Object.entries(LIMITERS).map(([name, options]) => [name, createLimiter(options)]),
  ) as Record<LimiterName, ConcurrencyLimiter>;
  const perAddress = createLimiters(ONE_ADDRESS);
  const filesPerAddress = createLimiters(FILES_OF_ONE_ADDRESS);
  /** Tables and SQL functions that have given a visitor a large response. */
  const large = new Set<string>();

  const handlers: Record<Service, (incoming: Incoming) => Promise<Response>> = {
    async auth({ request, address, info, asks }) {
      const { headers, signal } = request;
      if (asks === "browser") limit("account", info.clientAddress);
      requireKey(headers);
      const { name, operation, query, below } = matchOperation(
        services.auth.operations,
        address,
        request.method,
      );
      const bounds = authBounds(operation);
      const body = matchBody(operation, await readJson(request, bounds.request));
      const call: Call = {
        query,
        body,
        id: below,
        token: tokenIn(headers),
        cookies: cookiesIn(headers),
        userAgent: (headers.get("user-agent") ?? "").slice(0, USER_AGENT),
        info,
        signal,
      };
      const handler = services.auth.handlers[name] as (call: Call) => Promise<Response>;
      return withinBounds(bounds, () => handler(call));
    },

    async rest({ request, address, info, asks }) {
      const { method, headers } = request;
      const caller = await callerFrom(headers, asks);
      const staff = asks === "function" || (await isStaff(caller));
      const { limiter, answer, ...bounds } = restBounds({
        method,
        path: address.path,
        asks,
        staff,
      });
      if (bounds.limit) limit(bounds.limit, info.clientAddress);
      if (bounds.forPages && asks !== "page") throw onlyForPages(caller);
      const body = await readJson(request, bounds.request);
      const known = { ...caller, staff, address: info.clientAddress };
      const call = { method, address, headers, body, caller: known, answer };
      const client = clientOf(info);
      const answerIn = async (name: LimiterName) => {
        const response = await services.rest(call);
        const bytes = Number(response.headers.get("content-length"));
        if (name === "reading" && bytes > SMALL) large.add(address.path);
        if (info.delivery) limiters[name].deliver(bytes, info.delivery);
        return response;
      };
      const work = async () => {
        // Checked after the wait: meanwhile another request may have shown that it is large.
        const isLarge = () => limiter === "reading" && large.has(address.path);
        const response = await limiters[limiter].run(
          async () => (isLarge() ? undefined : answerIn(limiter)),
          client,
        );
        return response ?? limiters.lists.run(() => answerIn("lists"), client);
      };
      return asks === "browser" ? perAddress(client.key)(work, { ...client, holds: true }) : work();
    },

    async storage({ request, address, info, asks }) {
      const reads = request.method === "GET" || request.method === "HEAD";
      if (asks === "browser") limit(reads ? "file" : "work", info.clientAddress);
      const { name, call } = await matchStorage(request, address, INTERNAL_ORIGIN);
      const handler = services.storage[name] as (call: StorageCall) => Promise<Response>;
      const work = async () =>
        delivered(await withinBounds(STORAGE_BOUNDS[name], () => handler(call)), info);
      const client = clientOf(info);
      return reads && asks === "browser"
        ? filesPerAddress(client.key)(work, { ...client, holds: true })
        : work();
    },

    async functions({ request, address, info, asks }) {
      const { method, headers, signal } = request;
      if (asks !== "function")
        limit(address.path === "/send-contact-email" ? "message" : "function", info.clientAddress);
      const { name, query } = matchOperation(services.functions.operations, address, method);
      const bounds = FUNCTION_BOUNDS[name];
      if (!bounds) throw nothingHere();
      const body = await readJson(request, bounds.request);
      const { requestId } = info;
      const response = await withinBounds(bounds, () =>
        services.functions.run({
          name,
          method,
          query: query as FunctionCall["query"],
          body,
          signal,
          requestId,
          headers: rights(headers),
        }),
      );
      return delivered(response, info);
    },
  };

  /** The secret key is for functions, which call in-process; from outside it has no effect. */
  function callerFrom(headers: Headers, asks: Requester): Caller | Promise<Caller> {
    if (asks === "function" && headers.get("apikey") === keys.secretKey) return SERVICE;
    requireKey(headers);
    return callerOf(tokenIn(headers), keys.jwtSecret);
  }

  function requireKey(headers: Headers): void {
    if (headers.get("apikey") !== keys.publishableKey)
      throw new HttpError(401, "invalid_api_key", "Send the publishable key as apikey.");
  }

  async function answer(request: Request, info: RequestInfo, asks: Requester): Promise<Response> {
    let service: Service | undefined;
    try {
      refuseOtherSpelling(request, info);
      const address = readAddress(request.url);
      service = address.service;
      // Functions decide themselves which other sites may call them.
      if (request.method === "OPTIONS" && service !== "functions")
        return new Response(null, { status: 204 });
      if (service !== "functions") refuseOtherSite(request);
      return await handlers[service]({ request, address, info, asks });
    } catch (cause) {
      const refusal = toRefusal(cause);
      const { requestId, clientAddress } = info;
      logRefusal(log.child({ requestId }), { request, refusal, cause, clientAddress });
      return refusalResponse(service ?? "rest", refusal);
    }
  }

  return {
    /** How full each limiter is. */
    limiters: () =>
      Object.entries(limiters).map(([name, limiter]) => ({
        name,
        width: LIMITERS[name as LimiterName].width,
        ...limiter.load(),
      })),
    /** Handles requests from outside, and from pages that are being rendered. */
    async fetch(request: Request, info: RequestInfo): Promise<Response> {
      const response = await answer(request, info, info.asks ?? "browser");
      secure(response.headers);
      return response;
    },
    /** Handles requests from our functions, the only place where the secret key counts. */
    fromFunction: (request: Request) =>
      answer(request, { clientAddress: "this process", requestId: "function" }, "function"),
  };
}

/** The client, as limiters count it. */
const clientOf = ({ clientAddress, delivery }: RequestInfo) => ({
  key: addressKey(clientAddress),
  ...(delivery && { sent: delivery.sent }),
});

/** A request that another site's page sends isn't this person's intent (CSRF). */
function refuseOtherSite({ method, headers }: Request): void {
  if (method !== "GET" && method !== "HEAD" && isFromOtherSite(headers))
    throw new HttpError(403, "cross_site", "Requests from other sites aren't allowed.");
}

/** URL parsers differ on `//`, `\` and `..`, so addresses that they would rewrite are refused. */
function refuseOtherSpelling({ url }: Request, { target }: RequestInfo): void {
  const { pathname, search } = new URL(url);
  if (target !== undefined && target !== pathname + search)
    throw new HttpError(400, "bad_address", "This address isn't valid.");
}

/** Responses without a database limiter count for their address and in total. */
async function delivered(response: Response, { delivery }: RequestInfo): Promise<Response> {
  const bytes = Number(response.headers.get("content-length") ?? AHEAD);
  if (response.body && delivery) await deliverFile(Math.min(bytes, AHEAD), response, delivery);
  return response;
}

/** The same error that the database gives for missing rights. */
const onlyForPages = ({ role }: Caller) =>
  new HttpError(role === "anon" ? 401 : 403, "42501", "This is for page rendering only.");

/** The headers that a function receives: only those that identify the caller. */
function rights(headers: Headers): Record<string, string> {
  const given = ["apikey", "authorization"].map((name) => [name, headers.get(name)]);
  return Object.fromEntries(given.filter(([, value]) => value !== null));
}
