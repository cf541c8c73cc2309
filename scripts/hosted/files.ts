import type { Sql } from "#server/backend/postgres/connection.ts";
import { people } from "#tests/support/people.ts";
import { same, step } from "../tools/steps.ts";

type Who = keyof typeof people | "visitor";
const everybody: readonly Who[] = ["visitor", "stranger", "admin"];

/** Checks the bucket's policies on the storage tables with queries as the caller, as the service does. */
export async function checkFiles(sql: Sql) {
  const file = (name: string) => ({ bucket_id: "media", name });
  const admin = await claimsOf(sql, "admin");
  const tried = async (work: (tx: Sql) => Promise<number>) => {
    const came: Record<string, number> = {};
    for (const who of everybody) came[who] = await as(sql, await claimsOf(sql, who), work);
    return came;
  };
  await step("the bucket is there, public to read", async () => {
    same(await sql`select id, public from storage.buckets`, [{ id: "media", public: true }]);
  });
  await step("admins alone put files into the bucket, below uploads/ alone", async () => {
    const put = (name: string) =>
      tried(async (tx) => count(tx`insert into storage.objects ${tx(file(name))}`));
    same(await put("uploads/1.png"), { visitor: 0, stranger: 0, admin: 1 });
    same(await put("elsewhere/1.png"), { visitor: 0, stranger: 0, admin: 0 });
  });
  await step("admins alone list, replace and remove them", async () => {
    await as(
      sql,
      admin,
      async (tx) => count(tx`insert into storage.objects ${tx(file("uploads/2.png"))}`),
      true,
    );
    const mine = { visitor: 0, stranger: 0, admin: 1 };
    same(
      await tried((tx) => count(tx`select from storage.objects where name = 'uploads/2.png'`)),
      mine,
    );
    same(
      await tried((tx) =>
        count(tx`update storage.objects set version = '2' where name = 'uploads/2.png'`),
      ),
      mine,
    );
    same(
      await tried(async (tx) => {
        // The service sets this before it deletes; nobody else may delete a row and leave its file.
        await tx`select set_config('storage.allow_delete_query', 'true', true)`;
        return count(tx`delete from storage.objects where name = 'uploads/2.png'`);
      }),
      mine,
    );
  });
}

const count = async (rows: PromiseLike<{ count: number }>) => (await rows).count;

async function claimsOf(sql: Sql, who: Who) {
  if (who === "visitor") return { role: "anon" };
  const [row] = await sql`select u.id, s.id as session from auth.users u
    left join auth.sessions s on s.user_id = u.id where u.email = ${people[who].email}`;
  return { role: "authenticated", sub: row?.id, session_id: row?.session };
}

/** @returns the count from `work`, or 0 when a policy refuses it; rolled back unless `keep` */
async function as(
  sql: Sql,
  claims: { role: string },
  work: (tx: Sql) => Promise<number>,
  keep = false,
) {
  await sql`begin`;
  try {
    await sql`select set_config('request.jwt.claims', ${JSON.stringify(claims)}, true),
      set_config('role', ${claims.role}, true)`;
    const came = await work(sql);
    await sql.unsafe(keep ? "commit" : "rollback");
    return came;
  } catch (error) {
    await sql`rollback`;
    if ((error as { code?: string }).code !== "42501") throw error;
    return 0;
  }
}
