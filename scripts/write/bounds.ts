/** Writes the section "Bounds" in docs/api.md from the gateway's tables: `npm run bounds:write`. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { authOperations } from "#server/backend/auth/operations.ts";
import {
  FILES_OF_ONE_ADDRESS,
  LIMITERS,
  type LimiterName,
  ONE_ADDRESS,
} from "#server/backend/gateway/concurrency-limiter.ts";
import {
  authBounds,
  FUNCTION_BOUNDS,
  memoryOf,
  type OperationBounds,
  RPC_BOUNDS,
  STORAGE_BOUNDS,
} from "#server/backend/gateway/operations/index.ts";
import type { OperationTable, Who } from "#server/backend/gateway/request/operation.ts";
import { storageOperations } from "#server/backend/gateway/storage.ts";
import { STATEMENT_MS } from "#server/backend/postgres/caller.ts";
import { readableSize } from "#server/backend/readable-size.ts";
import { SEND_BOUNDS } from "#server/http/send-buffers.ts";

export const API_DOCS = join(import.meta.dirname, "../../docs/api.md");

const HEADING = "## Bounds\n";

const WHO: Record<Who, string> = {
  anybody: "anybody",
  account: "signed-in users",
  staff: "staff",
  editor: "editors and admins",
  sales: "sales and admins",
  admin: "admins",
  page: "pages, never browsers",
  server: "this server",
};

const size = (bytes: OperationBounds["request"] | OperationBounds["answer"]) => {
  if (bytes === "upload") return "`MEDIA_MAX_MB`";
  if (bytes === "file") return "the file, streamed";
  return bytes < 1024 ? `${bytes} bytes` : readableSize(bytes);
};

const seconds = (ms: number) => `${ms / 1000} s`;

const row = (call: string, who: Who, bounds: OperationBounds) =>
  `| ${call} | ${WHO[who]} | ${size(bounds.request)} | ${size(bounds.answer)} | ${seconds(bounds.ms)} | ${readableSize(memoryOf(bounds))} |`;

const TABLE = "| call | who | request | response | time | memory |\n|---|---|---|---|---|---|";

const auth = Object.values(authOperations as OperationTable).map((operation) => {
  const { methods = [], path, who = "anybody" } = operation;
  const query = operation.query.safeParse({ grant_type: "password" }).success ? "password" : "";
  const grant = path === "/token" ? `?grant_type=${query || "refresh_token"}` : "";
  return row(`\`${methods.join(" ")} /auth/v1${path}${grant}\``, who, authBounds(operation));
});

const storage = Object.entries(storageOperations).map(([name, { methods, path }]) => {
  const { who, ...bounds } = STORAGE_BOUNDS[name as keyof typeof STORAGE_BOUNDS];
  return row(`\`${methods.join(" ")} /storage/v1${path}\``, who, bounds);
});

const functions = Object.entries(FUNCTION_BOUNDS).map(([name, { who, ...bounds }]) =>
  row(`\`/functions/v1/${name}\``, who, bounds),
);

const LIMITERS_IN_WORDS: Record<LimiterName, string> = {
  reading: "visitors, and accounts without rights",
  lists: "the same, for what has given one of them a large response",
  previews: "a visitor's `preview_link_open`",
  pages: "page rendering",
  writing: "a visitor's `POST /contact_submissions`, `booking_add` and `preview_comment_add`",
  staff: "staff",
  functions: "functions",
};

const limiters = Object.entries(LIMITERS).map(([name, limiter]) => {
  const ms = name === "staff" || name === "functions" ? STATEMENT_MS.staff : STATEMENT_MS.anybody;
  const unsent = limiter.unsent > 0 ? readableSize(limiter.unsent) : "none: in process";
  return `| ${LIMITERS_IN_WORDS[name as LimiterName]} | ${size(limiter.request)} | ${size(limiter.answer)} | ${seconds(ms)} | ${limiter.width} of ${readableSize(memoryOf(limiter))} | ${unsent} |`;
});

/** Functions with the same bounds share a row. */
const calls = [
  ...Map.groupBy(
    RPC_BOUNDS,
    ([, { who, answer, request }]) =>
      `${WHO[who]} | ${answer ? size(answer) : "as above"}${request ? `; its request ${size(request)}` : ""}`,
  ),
].map(([bounds, rows]) => `| ${rows.map(([name]) => `\`${name}\``).join(" ")} | ${bounds} |`);

const section = `${HEADING}
\`npm run bounds:write\` writes this section from the gateway's tables. A larger request is refused with 413. A larger
response is refused with 400, and its transaction is rolled back. A call that takes longer gets 504. Memory is the most that
one call uses in this process.

${[TABLE, ...auth, ...storage, ...functions].join("\n")}

Tables (GET, HEAD, POST, PATCH and DELETE of /rest/v1), by caller. Memory is how many run at once, and what each uses. Time is per statement.

| caller | request | response | time | memory | unsent responses |
|---|---|---|---|---|---|
${limiters.join("\n")}

SQL functions, by \`POST /rest/v1/rpc/<function>\`, with the caller's request size and time. A function without a row is not
served.

| functions | who | response |
|---|---|---|
${calls.join("\n")}

A request counts until its response is sent. One address may have ${ONE_ADDRESS.width} requests for tables and ${FILES_OF_ONE_ADDRESS.width} for files at once. At
most ${readableSize(SEND_BOUNDS.address)} may wait to be sent to one address, ${readableSize(SEND_BOUNDS.all)} in total. Beyond that, a request is refused with 503 or its
connection closed. A connection that reads nothing for ${seconds(SEND_BOUNDS.stalledMs)} is closed, or for ${seconds(SEND_BOUNDS.stalledWhenFullMs)} while more than an eighth of
the total is in use. One that reads slowly is not. At most ${SEND_BOUNDS.pipelined} responses wait on one connection.
`;

/** The complete text of docs/api.md, with this section at the end. */
export function apiDocs(): string {
  const [before = ""] = readFileSync(API_DOCS, "utf8").split(HEADING);
  return before.trimEnd().concat("\n\n", section);
}

if (import.meta.main) writeFileSync(API_DOCS, apiDocs());
