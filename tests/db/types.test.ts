import ts from "typescript";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestBackend, type TestBackend } from "#tests/support/backend.ts";

/** Reads the hand-kept Database type as the compiler sees it. */
function readTypes(file: string) {
  const program = ts.createProgram([file], { strict: true, skipLibCheck: true });
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(file);
  const declared = source?.statements.find(
    (node) => ts.isTypeAliasDeclaration(node) && node.name.text === "Database",
  );
  if (!declared) throw new Error(`${file} declares no Database`);
  const properties = (type: ts.Type) =>
    new Map(
      checker.getPropertiesOfType(type).map((property) => {
        const own = checker.getTypeOfSymbol(property);
        return [property.name, { type: own, symbol: property }] as const;
      }),
    );
  const at = (type: ts.Type, ...path: string[]): ts.Type =>
    path.reduce((inner, name) => {
      const found = properties(inner).get(name);
      if (!found) throw new Error(`no ${path.join(".")}`);
      return found.type;
    }, type);
  const schema = at(checker.getTypeAtLocation(declared), "public");
  /** e.g. `text?`, `number`, `text[]`: the JSON that PostgREST makes of a column */
  const kindOf = (type: ts.Type): string => {
    const solid = checker.getNonNullableType(type);
    const suffix = solid === type ? "" : "?";
    const element = checker.getIndexTypeOfType(solid, ts.IndexKind.Number);
    if (checker.isArrayType(solid) && element) return `${kindOf(element)}[]${suffix}`;
    const base = checker.typeToString(checker.getBaseTypeOfLiteralType(solid));
    return (base.startsWith('"') ? "string" : base) + suffix;
  };
  return {
    tables: properties(at(schema, "Tables")),
    functions: at(schema, "Functions"),
    properties,
    at,
    kindOf,
  };
}

const JSON_KINDS: Record<string, string> = {
  uuid: "string",
  text: "string",
  timestamptz: "string",
  int4: "number",
  int8: "number",
  bool: "boolean",
  _text: "string[]",
};

let site: TestBackend;
const types = readTypes("app/lib/data/database.types.ts");
beforeAll(async () => {
  site = await openTestBackend();
});
afterAll(() => site.close());

test("every table that the API serves is typed, and no other", async () => {
  const rows = await site.sql`select table_name from information_schema.tables
    where table_schema = 'public' and table_name not in ('admins', 'admin_invitations')
    order by 1`;
  expect([...types.tables.keys()].toSorted()).toEqual(rows.map((row) => row.table_name));
});

test.each([...types.tables.keys()])("%s has the database's columns", async (table) => {
  const columns = await site.sql`
    select column_name, udt_name, is_nullable, column_default, is_generated
    from information_schema.columns where table_schema = 'public' and table_name = ${table}`;
  const definition = types.tables.get(table)?.type as ts.Type;
  const row = types.properties(types.at(definition, "Row"));
  const insert = types.properties(types.at(definition, "Insert"));

  const typed = [...row].map(([name, { type }]) => `${name}: ${types.kindOf(type)}`);
  expect(typed.toSorted()).toEqual(
    columns
      .map(
        (c) => `${c.column_name}: ${JSON_KINDS[c.udt_name]}${c.is_nullable === "YES" ? "?" : ""}`,
      )
      .toSorted(),
  );

  const needed = [...insert]
    .filter(([, { symbol }]) => !(symbol.flags & ts.SymbolFlags.Optional))
    .map(([name]) => name);
  expect(needed.toSorted()).toEqual(
    columns
      .filter((c) => c.is_nullable === "NO" && c.column_default === null)
      .map((c) => c.column_name)
      .toSorted(),
  );
  const computed = columns.filter((c) => c.is_generated === "ALWAYS").map((c) => c.column_name);
  expect([...row.keys()].filter((name) => !insert.has(name))).toEqual(computed);
});

test("every function that someone signed in may call is typed, with its arguments", async () => {
  const rows = await site.sql`
    select proname, proargnames[1:pronargs] as args from pg_proc
    where pronamespace = 'public'::regnamespace
      and has_function_privilege('authenticated', oid, 'execute')
    order by proname`;
  const typed = [...types.properties(types.functions)].map(([name, { type }]) => ({
    proname: name,
    args: [...types.properties(types.at(type, "Args")).keys()],
  }));
  expect(typed.toSorted((a, b) => (a.proname < b.proname ? -1 : 1))).toEqual(
    rows.map(({ proname, args }) => ({ proname, args: args ?? [] })),
  );
});
