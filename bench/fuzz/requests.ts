import { readdirSync } from "node:fs";
import { authOperations } from "#server/backend/auth/operations.ts";
import type { Method } from "#server/backend/gateway/request/operation.ts";
import { storageOperations } from "#server/backend/gateway/storage.ts";
import type { readCatalog } from "#server/backend/rest/catalog.ts";
import { spellingsOf } from "#tests/attacks/spellings.ts";

interface Asked {
  method: string;
  target: string;
  body?: string;
}

export type Sent = Asked & {
  headers: Record<string, string>;
  /** its response is left unread for a while */
  unread: boolean;
};

const VALUES: unknown[] = [
  ...["", " ", "x", "null", "*", "eq.1", "'; drop table services; --"],
  ...["\u202e", "😀", "\ud800", "\0"],
  ...[0, -1, 1.5, 1e308, 9_007_199_254_740_991, true, false, null],
  ...[[], {}, [[]], [1], { a: { b: [] } }],
  ...["a".repeat(300), "ä".repeat(5_000), "00000000-0000-4000-8000-000000000000"],
  ...["2026-13-45", "NaN"],
];

const OPERATORS = "eq neq gt like ilike is in cs ov match fts not.eq constructor".split(" ");

const BROKEN_BODIES = [
  ...["{", "[[[[", '"', "", "1"],
  ...[`${"[".repeat(5_000)}${"]".repeat(5_000)}`, "x".repeat(200_000)],
];
const PREFERENCES = "return=representation count=exact resolution=merge-duplicates x=y;;,".split(
  " ",
);
const ACCEPTED = "text/csv image/png application/vnd.pgrst.object+json */*;q=0".split(" ");
const storageRows = Object.values(storageOperations);

/** Mulberry32, a small seeded PRNG; good enough for choosing from lists. */
export function createChance(seed: number) {
  let state = seed;
  function random(): number {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }
  return {
    random,
    pick: <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T,
    chance: (share: number) => random() < share,
  };
}

/**
 * Creates a generator of requests from the gateway's tables, mutated in spelling, types, sizes,
 * order.
 * @param catalog the tables and functions that exist
 * @returns a function that makes the next request
 */
export function createRequests(
  { random, pick, chance }: ReturnType<typeof createChance>,
  catalog: Awaited<ReturnType<typeof readCatalog>>,
): () => Sent {
  /** Each makes one plausible request to a service, before mutation. */
  const makers: (() => Asked)[] = [
    () => {
      const { path, methods } = pick(Object.values(authOperations));
      const method = pick<Method>(methods);
      const grant = path === "/token" ? `?grant_type=${pick(["password", "refresh_token"])}` : "";
      const fields = "email password data type token_hash refresh_token full_name".split(" ");
      return {
        method,
        target: `/auth/v1${path}${grant}`,
        body: method === "GET" ? undefined : object(fields),
      };
    },
    () => {
      const table = pick([...catalog.tables.values()]);
      const columns = [...table.columns];
      const filter = () => `${pick(columns)}=${pick(OPERATORS)}.${encodeURIComponent(text())}`;
      const parts = Array.from({ length: Math.floor(random() * 4) }, filter);
      if (chance(0.3)) parts.push(`select=${pick(columns)},${pick([...columns, "nope", "a(b)"])}`);
      if (chance(0.3)) parts.push(`order=${pick(columns)}.${pick(["asc", "desc", "up"])}`);
      if (chance(0.3)) parts.push(`or=(${pick(columns)}.eq.${encodeURIComponent(text())})`);
      if (chance(0.3)) parts.push(`limit=${pick(["0", "1", "-1", "1e9", "x"])}`);
      const method = pick(["GET", "HEAD", "POST", "PATCH", "DELETE", "PUT"]);
      const body = ["POST", "PATCH", "PUT"].includes(method) ? object(columns) : undefined;
      return { method, target: `/rest/v1/${table.name}?${parts.join("&")}`, body };
    },
    () => {
      const { name, parameters } = pick([...catalog.routines.values()]);
      return {
        method: pick(["POST", "POST", "GET"]),
        target: `/rest/v1/rpc/${name}`,
        body: object(parameters.map((parameter) => parameter.name)),
      };
    },
    () => {
      const { methods, path, query } = pick(storageRows);
      const name = pick(["box.png", "uploads/box.png", encodeURIComponent(text())]);
      const parameter = `${pick([...Object.keys(query.shape), "width"])}=${encodeURIComponent(text())}`;
      return {
        method: pick([...methods, ...methods, "GET", "PUT"]),
        target: `/storage/v1${path}${path.endsWith("/") ? name : ""}${chance(0.5) ? `?${parameter}` : ""}`,
        body: chance(0.5) ? object(["prefix", "prefixes", "limit", "search"]) : text(),
      };
    },
    () => ({
      method: pick(["POST", "GET"]),
      target: `/functions/v1/${pick(functionNames())}${chance(0.3) ? `?search=${encodeURIComponent(text())}` : ""}`,
      body: object(["formData", "message", "userId", "newPassword", "email"]),
    }),
  ];

  function functionNames(): string[] {
    return [...readdirSync("supabase/functions"), "nope"];
  }

  function text(): string {
    const value = pick(VALUES);
    const plain = typeof value === "string" ? value : JSON.stringify(value);
    return plain.isWellFormed() ? plain : "?";
  }

  function object(fields: string[]): string {
    const chosen = fields.filter(() => chance(0.6));
    const written = chosen.map(
      (field) => `${JSON.stringify(field)}:${JSON.stringify(pick(VALUES))}`,
    );
    if (chance(0.1)) written.push('"__proto__":{"x":1}');
    return `{${written.join(",")}}`;
  }

  const times = (count: number, part: string, between = ",") =>
    Array.from({ length: count }, () => part).join(between);

  /** Repeats or nests a key, parameter, column or part of the request, one to thousands of times. */
  function repeated({ method, target, body }: Asked): Asked {
    const count = pick([1, 2, 3, 40, 41, 99, 100, 101, 1_000, 5_000]);
    const [path = "", query = ""] = target.split("?");
    const column = pick([...pick([...catalog.tables.values()]).columns]);
    const nested = (open: string, shut: string) => open.repeat(count) + shut.repeat(count);
    const part = `{"table":"services","columns":[${times(count, '"title"')}]}`;
    return pick<() => Asked>([
      () => ({ method, target: `${path}?${times(count, query || "select=id", "&")}`, body }),
      () => ({ method, target: `${path}?select=${times(count, column)}`, body }),
      () => ({ method, target: `${path}?order=${times(count, column)}`, body }),
      () => ({ method, target: `${path}?columns=${times(count, column)}`, body }),
      () => ({ method, target: `${path}?or=${nested("(or", ")")}`, body }),
      () => ({ method, target: `${path}?${column}=in.(${times(count, "1")})`, body }),
      () => ({ method: "POST", target, body: `{${times(count, `"${column}":1`)}}` }),
      () => ({ method: "POST", target, body: nested("[", "]") }),
      () => ({ method: "POST", target, body: `${'{"a":'.repeat(count)}1${"}".repeat(count)}` }),
      () => ({ method: "POST", target, body: `[${times(count, "{}")}]` }),
      () => ({
        method: "POST",
        target: "/rest/v1/rpc/page_rows",
        body: `{"asked":[${times(Math.min(count, 41), part)}]}`,
      }),
    ])();
  }

  /** Mutates a request again, or leaves it as it is. */
  function bent(asked: Asked): Sent {
    let { method, target, body } = asked;
    let headers: Record<string, string> = {};
    if (chance(0.3)) {
      const spelling = pick(spellingsOf(target, body?.startsWith('{"') ? body : undefined));
      ({ target, body = body } = spelling);
      headers = spelling.headers ?? {};
    }
    if (chance(0.05)) body = pick(BROKEN_BODIES);
    if (chance(0.05)) headers.prefer = pick(PREFERENCES);
    if (chance(0.05)) headers.accept = pick(ACCEPTED);
    if (method === "GET" || method === "HEAD") body = undefined;
    return {
      method,
      target: target.replaceAll(/[^\x21-\x7e]/g, encodeURIComponent),
      body,
      headers,
      unread: chance(0.02),
    };
  }

  return () => {
    const asked = pick(makers)();
    return bent(chance(0.15) ? repeated(asked) : asked);
  };
}
