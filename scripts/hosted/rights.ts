import { connect } from "#server/backend/postgres/connection.ts";

/**
 * Every right of visitors and of people with an account to tables and functions, and every policy, one line
 * each: what a push must come to, whatever rights a project gives to new tables by itself. What the secret
 * key may besides is the project's to choose; the functions are tried where it gets nothing.
 */
export async function rightsOf(url: string): Promise<string[]> {
  const sql = connect(url, 1);
  try {
    const rows = await sql`
      select format('%s.%s %s %s', c.relnamespace::regnamespace, c.relname, a.grantee::regrole, a.privilege_type) as line
        from pg_class c, aclexplode(c.relacl) a
        where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace) and c.relkind in ('r', 'v', 'S')
          and a.grantee::regrole::text in ('anon', 'authenticated')
      union all
      select format('%s %s %s', p.oid::regprocedure, role, has_function_privilege(role, p.oid, 'execute'))
        from pg_proc p, unnest(array['anon', 'authenticated']) role
        where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace)
      union all
      select format('%s.%s %s %s %s %s %s', schemaname, tablename, policyname, cmd, roles, qual, with_check)
        from pg_policies where schemaname in ('public', 'private', 'storage')
      order by 1`;
    return rows.map(({ line }) => line as string);
  } finally {
    await sql.end();
  }
}

/** As projects are that are set to expose no new table by themselves. */
export async function giveNothingByItself(url: string): Promise<void> {
  const sql = connect(url, 1);
  for (const kind of ["tables", "functions", "sequences"])
    await sql.unsafe(
      `alter default privileges in schema public revoke all on ${kind} from anon, authenticated, service_role`,
    );
  await sql.end();
}
