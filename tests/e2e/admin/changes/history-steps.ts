import type { Site } from "#tests/support/site.ts";
import { people } from "../../fixture.ts";

export const [dana, mia] = [people.admin.email, people.stranger.email];

/** Runs a statement as someone who is signed in elsewhere. */
export const as = ({ sql }: Site, email: string, statement: string) =>
  sql.begin(async (tx) => {
    const [session] = await tx`insert into auth.sessions (id, user_id)
      select gen_random_uuid(), id from auth.users where email = ${email}
      returning id as session_id, user_id as sub`;
    await tx`select set_config('request.jwt.claims', ${JSON.stringify(session)}, true)`;
    await tx.unsafe(statement);
  });
