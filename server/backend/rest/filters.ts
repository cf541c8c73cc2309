import { HttpError } from "#server/backend/http-error.ts";
import type { Table } from "./catalog.ts";

/** A comparison of a column, or several joined: a parsed PostgREST filter. */
export type Filter =
  | { column: string; not: boolean; operator: Operator; value: string | string[] }
  | { join: "and" | "or"; not: boolean; filters: Filter[] };

/** The operators that supabase-js sends and our columns support, with their SQL. */
export const OPERATORS = {
  eq: "=",
  neq: "<>",
  gt: ">",
  gte: ">=",
  lt: "<",
  lte: "<=",
  like: "like",
  ilike: "ilike",
  match: "~",
  imatch: "~*",
  is: "is",
  isdistinct: "is distinct from",
  in: "= any",
  cs: "@>",
  cd: "<@",
  ov: "&&",
} as const;

export type Operator = keyof typeof OPERATORS;

/** A regular expression can be made to run almost forever, so only staff may send one. */
const STAFF_ONLY: readonly Operator[] = ["match", "imatch"];

const IS = new Set(["null", "not_null", "true", "false", "unknown"]);
const MAX_FILTERS = 100;
const MAX_DEPTH = 8;

export const notUnderstood = (at: string) =>
  new HttpError(400, "PGRST100", `The query can't be understood at "${at.slice(0, 60)}".`);

/** `title=not.like.S*` or `or=(a.eq.1,b.gt.2)`, as written in the query. */
export function readFilter(table: Table, name: string, value: string): Filter {
  const logic = /^(not\.)?(and|or)$/.exec(name);
  return logic
    ? new FilterReader(table, value).wholeJoin(logic[2] as "and" | "or", Boolean(logic[1]))
    : comparison(table, name, value);
}

/** Makes sure that no query has more than MAX_FILTERS comparisons. */
export function checkSize(filters: readonly Filter[]): void {
  const size = (all: readonly Filter[]): number =>
    all.reduce((sum, filter) => sum + ("join" in filter ? size(filter.filters) : 1), 0);
  if (size(filters) > MAX_FILTERS)
    throw new HttpError(400, "PGRST100", "The query has too many conditions.");
}

export const isStaffOnly = (filter: Filter): boolean =>
  "join" in filter ? filter.filters.some(isStaffOnly) : STAFF_ONLY.includes(filter.operator);

/** A comparison whose value is the rest of the text, unchanged. */
function comparison(table: Table, column: string, text: string): Filter {
  if (!table.columns.has(column)) throw unknownColumn(table, column);
  const [, not, operator, value] = /^(not\.)?([a-z]+)\.(.*)$/s.exec(text) ?? [];
  if (!operator || value === undefined) throw notUnderstood(column);
  return checked(column, Boolean(not), operator, operator === "in" ? list(value) : value);
}

export const unknownColumn = ({ name }: Table, column: string) =>
  new HttpError(400, "42703", `column ${name}.${column.slice(0, 60)} does not exist`);

function checked(column: string, not: boolean, word: string, value: string | string[]): Filter {
  if (!Object.hasOwn(OPERATORS, word)) throw notUnderstood(`${column}.${word}`);
  const operator = word as Operator;
  if (Array.isArray(value) !== (operator === "in")) throw notUnderstood(column);
  if (operator === "is" && !IS.has(String(value).toLowerCase())) throw notUnderstood(column);
  return { column, not, operator, value };
}

/** `(a,"b, c")` -> ["a", "b, c"] */
function list(text: string): string[] {
  const reader = new ListReader(text);
  const values = reader.values();
  reader.end();
  return values;
}

/** Parses a text from left to right; every step either consumes something or throws. */
class ListReader {
  protected at = 0;
  protected readonly text: string;
  constructor(text: string) {
    this.text = text;
  }

  protected take(pattern: RegExp): string | undefined {
    const sticky = new RegExp(pattern, "sy");
    sticky.lastIndex = this.at;
    const found = sticky.exec(this.text)?.[0];
    if (found !== undefined) this.at += found.length;
    return found;
  }

  protected need(pattern: RegExp): string {
    const found = this.take(pattern);
    if (found === undefined) throw notUnderstood(this.text.slice(this.at));
    return found;
  }

  /** Quoted, with `\` before a quote or a backslash; or unquoted, up to a delimiter. */
  protected value(bare: RegExp): string {
    const quoted = this.take(/"(?:[^"\\]|\\.)*"/);
    return quoted === undefined ? this.need(bare) : quoted.slice(1, -1).replaceAll(/\\(.)/gs, "$1");
  }

  values(): string[] {
    this.need(/\(/);
    if (this.take(/\)/)) return [];
    const values = [this.value(/[^,()"]*/)];
    while (this.take(/,/)) values.push(this.value(/[^,()"]*/));
    this.need(/\)/);
    return values;
  }

  end(): void {
    if (this.at < this.text.length) throw notUnderstood(this.text.slice(this.at));
  }
}

/** Parses PostgREST's logical operators: `(a.eq.1,not.and(b.gt.2,c.in.(3,4)))`. */
class FilterReader extends ListReader {
  private readonly table: Table;
  constructor(table: Table, text: string) {
    super(text);
    this.table = table;
  }

  wholeJoin(join: "and" | "or", not: boolean): Filter {
    const filter = this.join(join, not, 0);
    this.end();
    return filter;
  }

  private join(join: "and" | "or", not: boolean, depth: number): Filter {
    if (depth > MAX_DEPTH) throw notUnderstood(this.text.slice(this.at));
    this.need(/\(/);
    const filters = [this.filter(depth)];
    while (this.take(/,/)) filters.push(this.filter(depth));
    this.need(/\)/);
    return { join, not, filters };
  }

  private filter(depth: number): Filter {
    const inner = this.take(/(not\.)?(and|or)(?=\()/);
    if (inner)
      return this.join(inner.endsWith("or") ? "or" : "and", inner.startsWith("not."), depth + 1);
    const column = this.need(/[a-z_][a-z0-9_]*(?=\.)/);
    if (!this.table.columns.has(column)) throw unknownColumn(this.table, column);
    this.need(/\./);
    const not = Boolean(this.take(/not\./));
    const operator = this.need(/[a-z]+(?=\.)/);
    this.need(/\./);
    if (operator === "in") return checked(column, not, operator, this.values());
    // An array is in braces and may contain commas.
    const array = this.take(/\{(?:[^{}"\\]|"(?:[^"\\]|\\.)*")*\}/);
    return checked(column, not, operator, array ?? this.value(/[^,()"]+|(?=[,)])/));
  }
}

/**
 * The condition in SQL; values become parameters.
 * @param put stores a value and returns its placeholder, `$3`
 */
export function filterSql(filter: Filter, put: (value: unknown) => string): string {
  const not = filter.not ? "not " : "";
  if ("join" in filter) {
    const parts = filter.filters.map((part) => filterSql(part, put));
    return `${not}(${parts.join(` ${filter.join} `)})`;
  }
  const { column, operator, value } = filter;
  const name = `t."${column}"`;
  if (operator === "is")
    return `${not}(${name} is ${String(value).toLowerCase().replace("_", " ")})`;
  const place = put(
    operator === "like" || operator === "ilike" ? String(value).replaceAll("*", "%") : value,
  );
  return `${not}(${name} ${OPERATORS[operator]} ${operator === "in" ? `(${place})` : place})`;
}
