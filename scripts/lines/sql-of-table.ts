import { sqlStatements } from "#server/backend/self-hosted/migrations/sql-statements.ts";

/**
 * The lines of a migration whose statements define a table: the table, its indexes, triggers, history,
 * grants, policies, and functions named after it. Statements that only read the table don't count.
 * @returns line indexes, from 0
 */
export function linesAboutTable(text: string, table: string): number[] {
  const about = new RegExp(
    `\\b(table|on|on table) public\\.${table}\\b|\\bfunction \\w+\\.${table}_\\w+\\(|\\bkeep_history\\('public\\.${table}'`,
  );
  const found: number[] = [];
  let from = 0;
  for (const statement of sqlStatements(text)) {
    const at = text.indexOf(statement, from);
    from = at + statement.length;
    if (!about.test(headOf(statement))) continue;
    const first = lineOf(text, at);
    const last = lineOf(text, from);
    for (let line = first; line <= last; line++) found.push(line);
  }
  return found;
}

/** Excludes a function's body, which may name any table. */
const headOf = (statement: string) => statement.split(/^as \$/m)[0] ?? statement;

const lineOf = (text: string, at: number) => text.slice(0, at).split("\n").length - 1;
