import { beforeEach, describe, expect, test } from "vitest";
import { authOperations } from "#server/backend/auth/operations.ts";
import { createGateway } from "#server/backend/gateway/index.ts";
import { FUNCTION_BOUNDS } from "#server/backend/gateway/operations/index.ts";
import { functionOperation } from "#server/backend/gateway/request/operation.ts";
import type { Services } from "#server/backend/gateway/services.ts";
import { storageOperations } from "#server/backend/gateway/storage.ts";
import type { Pool } from "#server/backend/postgres/pool.ts";
import { createRest } from "#server/backend/rest/index.ts";
import { createLog } from "#server/runtime/log.ts";
import { everyOperation, type Plain } from "./operations.ts";
import { type Spelled, spellingsOf } from "./spellings.ts";

/**
 * Runs the gateway with stub services that record each request. A differently spelled request is refused, or
 * in a few harmless cases reaches the same operation with the same arguments and the same rate limit. Then
 * the service does the same too, because it gets nothing else.
 */
const names = Object.keys(FUNCTION_BOUNDS);

let reached: unknown[];
let counted: string[];
beforeEach(() => {
  reached = [];
  counted = [];
});

const note = (operation: string, call: Record<string, unknown>) => {
  reached.push({ operation, ...call });
  return Promise.resolve(new Response());
};

/** Records what REST makes of a request: that one statement contains all of it. */
const pool = {
  connect: async () => ({
    query: async (statement: unknown) => {
      reached.push(statement);
      return { rows: [{ body: "[]", rows: 0 }], rowCount: 0 };
    },
    release: () => {},
  }),
} as unknown as Pool;

const columns = (...all: string[]) => new Set(all);
const catalog = {
  tables: new Map([
    ["services", { name: "services", columns: columns("title") }],
    ["contact_submissions", { name: "contact_submissions", columns: columns("name", "email") }],
  ]),
  routines: new Map([
    [
      "admin_invite",
      {
        name: "admin_invite",
        returns: "nothing" as const,
        parameters: ["email", "full_name"].map((name) => ({ name, type: "text", optional: false })),
      },
    ],
  ]),
};

const services: Services = {
  auth: {
    operations: authOperations,
    handlers: Object.fromEntries(
      Object.keys(authOperations).map((name) => [
        name,
        ({ query, body }: { query: unknown; body: unknown }) => note(name, { query, body }),
      ]),
    ) as Services["auth"]["handlers"],
  },
  rest: createRest(pool, catalog),
  storage: Object.fromEntries(
    Object.keys(storageOperations).map((name) => [
      name,
      ({ key, body, request }: { key: string; body: unknown; request: Request }) =>
        note(name, { key, body, url: request.url }),
    ]),
  ) as Services["storage"],
  functions: {
    operations: Object.fromEntries(names.map((name) => [name, functionOperation(name)])),
    run: async ({ name, method, query, body }) =>
      // Every function checks for an object itself (tests/db/edge/functions.test.ts).
      Array.isArray(body)
        ? new Response(null, { status: 400 })
        : note(name, { method, query, body }),
  },
};

const gateway = createGateway({
  services,
  isStaff: async () => false,
  limit: (name) => void counted.push(name),
  keys: { publishableKey: "sb_publishable_x", secretKey: "sb_secret_x", jwtSecret: "x" },
  log: createLog("silent"),
});

/** @returns the status, and the recorded calls and counts as text to compare */
async function send({ method, target, body }: Plain, headers: Record<string, string> = {}) {
  reached = [];
  counted = [];
  const { status } = await gateway.fetch(
    new Request(new URL(target, "http://site.test"), {
      method,
      body,
      headers: {
        apikey: "sb_publishable_x",
        ...(body && { "content-type": "application/json" }),
        ...headers,
      },
    }),
    { clientAddress: "203.0.113.9", requestId: "test", target },
  );
  return { status, did: JSON.stringify({ reached, counted }), nothing: reached.length === 0 };
}

const operations = everyOperation(names);

/** Equivalent spellings in JSON and PostgREST; all others are refused. */
const HARMLESS = new Set(["a key escaped", "space around", "a list of one"]);

/** Spellings with another meaning: a different file, or a repeated filter, where both apply. */
const saysMore = (name: string, spelling: Spelled, did: string, plain: string) => {
  const [one, other] = [JSON.parse(did), JSON.parse(plain)];
  const [{ operation, key }, { operation: asked, key: meant }] = [one.reached[0], other.reached[0]];
  const another = name.startsWith("storage ")
    ? operation === asked && key !== meant
    : name.startsWith("rest ") && spelling.name === "a parameter repeated";
  return another && String(one.counted) === String(other.counted);
};

test("tries every row of the gateway's tables and every function", () => {
  const tried = (service: string) =>
    new Set(operations.map(([name]) => name.split(" ")).filter(([first]) => first === service));
  expect(tried("auth").size).toBe(Object.keys(authOperations).length);
  expect(new Set([...tried("storage")].map(([, name]) => name))).toEqual(
    new Set(Object.keys(storageOperations)),
  );
  expect(new Set([...tried("functions")].map(([, name]) => name))).toEqual(new Set(names));
  expect(names.length).toBeGreaterThan(4);
});

describe("treats every spelling alike, or refuses it", () => {
  test.each(operations)("%s", async (name, plain) => {
    const { did, nothing } = await send(plain);
    expect(nothing, "the plain one is understood").toBe(false);
    expect(JSON.parse(did).counted).toHaveLength(1);

    const spellings = spellingsOf(plain.target, plain.body).filter(
      ({ target, body, headers }) => target !== plain.target || body !== plain.body || headers,
    );
    expect(spellings.length).toBeGreaterThanOrEqual(20);
    const otherwise: string[] = [];
    for (const spelling of spellings) {
      const answer = await send({ ...plain, ...spelling }, spelling.headers);
      const refused = answer.nothing && answer.status >= 400 && answer.status < 500;
      const same = HARMLESS.has(spelling.name) && answer.did === did;
      if (!refused && !same && !saysMore(name, spelling, answer.did, did))
        otherwise.push(`${spelling.name}: ${spelling.target} ${answer.status} ${answer.did}`);
    }
    expect(otherwise).toEqual([]);
  });

  test("ignores method overrides in headers", async () => {
    for (const [name, plain] of operations) {
      const known = operations.filter(([, { target }]) => target === plain.target);
      for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"]) {
        if (known.some(([, one]) => one.method === method) || /^(rest|func)/.test(name)) continue;
        const body = method === "GET" ? undefined : (plain.body ?? "{}");
        const answer = await send(
          { method, target: plain.target, body },
          { "x-http-method-override": plain.method, "x-method-override": plain.method },
        );
        const said = `${method} ${plain.target} ${answer.did}`;
        expect([answer.nothing, answer.status], said).toEqual([true, expect.any(Number)]);
        expect([404, 405], said).toContain(answer.status);
      }
    }
  });
});
