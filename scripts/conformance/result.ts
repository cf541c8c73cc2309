import type { Who } from "#tests/access/everyone.ts";

/** The result of one cell of the access table, or of one other requirement for a project. */
export interface Result {
  /** who does what to which object: "visitor: insert into services" */
  cell: string;
  /** "unknown": no request could determine it */
  verdict: "holds" | "differs" | "unknown";
  /** what was seen instead, or why it can't be determined */
  why?: string;
}

/** PostgREST's error for a refused request. An empty code means that something in front of it answered. */
export interface Refused {
  code: string;
  message: string;
}

export const NO_RIGHT = "42501";
/** SQLSTATE class 23: the statement was allowed, then violated a table constraint. */
export const brokeRule = ({ code }: Refused) => /^23/.test(code);

export const holds = (cell: string): Result => ({ cell, verdict: "holds" });
export const differs = (cell: string, why: string): Result => ({ cell, verdict: "differs", why });
export const unknown = (cell: string, why: string): Result => ({ cell, verdict: "unknown", why });

export const said = ({ code, message }: Refused) =>
  `the answer was ${code ? `${code}: ` : ""}${message}`;

export const counted = (count: number, one: string, many = `${one}s`) =>
  `${count} ${count === 1 ? one : many}`;

/** Plain text lines: what differs, what can't be determined, and how many of each. */
export function report(results: readonly Result[], people: readonly Who[]): string[] {
  const of = (verdict: Result["verdict"]) => results.filter((one) => one.verdict === verdict);
  const [held, wrong, open] = [of("holds"), of("differs"), of("unknown")];
  const missing = (["stranger", "admin"] as const).filter((who) => !people.includes(who));
  return [
    ...wrong.map(({ cell, why }) => `differs     ${cell}: ${why}`),
    ...open.map(({ cell, why }) => `can't tell  ${cell}: ${why}`),
    `${held.length} hold, ${wrong.length} ${wrong.length === 1 ? "differs" : "differ"}, ${open.length} can't be checked from outside.`,
    ...missing.map((who) => `Not asked as ${NOT_GIVEN[who]}.`),
  ];
}

const NOT_GIVEN = {
  stranger:
    "someone with a non-admin account: set CONFORMANCE_STRANGER_EMAIL and CONFORMANCE_STRANGER_PASSWORD",
  admin: "an admin: set CONFORMANCE_ADMIN_EMAIL and CONFORMANCE_ADMIN_PASSWORD",
};
