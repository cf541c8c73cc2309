import type { Site } from "#tests/support/site.ts";
import { people } from "../../fixture.ts";

export const [dana, mia] = [people.admin.email, people.stranger.email];

/** What someone does who is signed in elsewhere, as the database sees it. */
export const as = ({ sql }: Site, email: string, statement: string) =>
  sql.begin(async (tx) => {
    await tx`select set_config('request.jwt.claims',
      json_build_object('sub', (select id from auth.users where email = ${email}))::text, true)`;
    await tx.unsafe(statement);
  });
