import { beforeEach, vi } from "vitest";
import { z } from "zod";
import type { Caller } from "#server/backend/postgres/caller.ts";
import type { RequestInfo } from "#server/backend/types.ts";
import { createLog } from "#server/runtime/log.ts";
import { createGateway } from "./index.ts";
import { type Call, functionOperation } from "./request/operation.ts";
import type { FunctionCall, RestCall, Services } from "./services.ts";
import type { StorageCall, StorageHandlers } from "./storage.ts";

export const PUBLISHABLE = "sb_publishable_x";
export const SECRET = "sb_secret_x";
export const INFO: RequestInfo = { clientAddress: "7.7.7.7", requestId: "r-1" };

export const auth = vi.fn<(call: Call) => Promise<Response>>(async () => new Response("auth"));
export const rest = vi.fn<(call: RestCall) => Promise<Response>>(async () => new Response("rest"));
export const file = vi.fn<(call: StorageCall) => Promise<Response>>(
  async () => new Response("file"),
);
export const run = vi.fn<(call: FunctionCall) => Promise<Response>>(
  async () => new Response("run"),
);
export const isStaff = vi.fn<(caller: Caller) => Promise<boolean>>(async () => false);
const limit = vi.fn();
export const log = createLog("silent");

const operation = { query: z.strictObject({ a: z.string().optional() }) };
const services: Services = {
  auth: {
    operations: {
      ask: {
        ...operation,
        methods: ["POST"],
        path: "/ask",
        body: z.strictObject({ b: z.number() }),
      },
      look: { ...operation, methods: ["GET"], path: "/look" },
      leave: { ...operation, methods: ["POST"], path: "/leave" },
    },
    handlers: {
      ask: (call) => auth(call),
      look: (call) => auth(call),
      leave: (call) => auth(call),
    },
  },
  rest: (call) => rest(call),
  storage: new Proxy({} as StorageHandlers, { get: () => file }),
  functions: {
    operations: {
      "send-contact-email": functionOperation("send-contact-email"),
      "admin-list-users": functionOperation("admin-list-users", ["page"]),
    },
    run: (call) => run(call),
  },
};
export const gateway = () =>
  createGateway({
    services,
    isStaff,
    limit,
    keys: { publishableKey: PUBLISHABLE, secretKey: SECRET, jwtSecret: "secret" },
    log,
  });

beforeEach(() => {
  vi.clearAllMocks();
});

interface Asked {
  method?: string;
  headers?: Record<string, string>;
  body?: unknown;
}
export const asking = (path: string, { method = "GET", headers = {}, body }: Asked = {}) =>
  new Request(`http://site.test${path}`, {
    method,
    headers: {
      apikey: PUBLISHABLE,
      ...(body !== undefined && { "content-type": "application/json" }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
export const ask = (path: string, asked: Asked = {}, info: Partial<RequestInfo> = {}) =>
  gateway().fetch(asking(path, asked), { ...INFO, ...info });

export const limits = () => limit.mock.calls;
