import type { Who } from "#tests/access/everyone.ts";

/** What became of one cell of the access table, or of one more thing that a project must be. */
export interface Result {
  /** who does what to what: "visitor: insert into services" */
  cell: string;
  /** "untold": nothing that was asked could show it */
  verdict: "holds" | "differs" | "untold";
  /** what was seen instead, or why it can't be told */
  why?: string;
}

/** What PostgREST says of a refused request; an empty code is an answer of something in front of it. */
export interface Refused {
  code: string;
  message: string;
}

export const NO_RIGHT = "42501";
/** Classes and codes of what a statement fails with after it was let in: a rule of the table. */
export const brokeRule = ({ code }: Refused) => /^23/.test(code);

export const holds = (cell: string): Result => ({ cell, verdict: "holds" });
export const differs = (cell: string, why: string): Result => ({ cell, verdict: "differs", why });
export const untold = (cell: string, why: string): Result => ({ cell, verdict: "untold", why });

export const said = ({ code, message }: Refused) =>
  `the answer was ${code ? `${code}: ` : ""}${message}`;

export const counted = (count: number, one: string, many = `${one}s`) =>
  `${count} ${count === 1 ? one : many}`;

/** Plain lines: what differs, what can't be told, and how many of each. */
export function report(results: readonly Result[], people: readonly Who[]): string[] {
  const of = (verdict: Result["verdict"]) => results.filter((one) => one.verdict === verdict);
  const [held, wrong, open] = [of("holds"), of("differs"), of("untold")];
  const missing = (["stranger", "admin"] as const).filter((who) => !people.includes(who));
  return [
    ...wrong.map(({ cell, why }) => `differs     ${cell}: ${why}`),
    ...open.map(({ cell, why }) => `can't tell  ${cell}: ${why}`),
    `${held.length} hold, ${wrong.length} ${wrong.length === 1 ? "differs" : "differ"}, ${open.length} can't be told from outside.`,
    ...missing.map((who) => `Not asked as ${NOT_GIVEN[who]}.`),
  ];
}

const NOT_GIVEN = {
  stranger:
    "somebody with an account who is no admin: set CONFORMANCE_STRANGER_EMAIL and CONFORMANCE_STRANGER_PASSWORD",
  admin: "an admin: set CONFORMANCE_ADMIN_EMAIL and CONFORMANCE_ADMIN_PASSWORD",
};
