import { facts as submissions } from "./contact_submissions.ts";
import { allFor, long, onlySalesWrite, SALES, type TableFacts } from "./facts.ts";

export const facts: TableFacts = {
  make: () => ({ body: "Called back." }),
  // Only its author can change a note (tests/db/leads/notes.test.ts).
  needs: async (sql) => {
    const [submission] =
      await sql`insert into contact_submissions ${sql(submissions.make())} returning id`;
    const [author] = await sql`select user_id from admins`;
    return { submission_id: submission?.id, author_id: author?.user_id };
  },
  patch: { body: "Changed" },
  rights: { select: allFor(SALES), ...onlySalesWrite },
  refuses: [
    ["body_required", { body: " " }],
    ["body_at_most_5000_characters", { body: long(5001) }],
  ],
};
