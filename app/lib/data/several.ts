import type { Right } from "#app/lib/access/access.ts";
import { missingFor, RefusedError } from "#app/lib/errors/backend-error.ts";
import { type Answer, answered, checkNeeds } from "./answers.ts";

/** The result of an action on several rows. */
export interface Several<Row> {
  /** the rows as the database returned them */
  done: Row[];
  /** why not all rows are done */
  cause?: unknown;
  /** the row that the cause is about, if it is a single one */
  refused?: { id: string };
}

/**
 * Runs one statement for all. Applies to the rows that still exist, or to none if one is refused.
 * @throws when none exist, or none of `needs` is left
 */
async function stillThere<Row>(
  count: number,
  call: PromiseLike<Answer<Row[]>>,
  needs?: readonly Right[],
) {
  const done = await answered(call);
  if (done.length === count) return { done };
  await checkNeeds(needs);
  if (done.length > 0)
    return { done, cause: new RefusedError("Someone else already deleted the rest") };
  throw new RefusedError("Someone else already deleted them");
}

/**
 * One statement for all rows. If a database rule refuses one, retries row by row to name it.
 * @param needs the rights of which one allows it, if not `editContent`
 */
export async function together<Given extends { id: string }, Row>(
  rows: readonly Given[],
  call: (ids: string[]) => PromiseLike<Answer<Row[]>>,
  needs?: readonly Right[],
): Promise<Several<Row>> {
  const ids = rows.map(({ id }) => id);
  try {
    return await stillThere(rows.length, call(ids), needs);
  } catch (cause) {
    if ((cause as { code?: string }).code !== "PT409") throw cause;
    return oneByOne(
      rows,
      async ({ id }) => (await stillThere(1, call([id]), needs)).done[0] as Row,
    );
  }
}

/** One call per row. A refused row doesn't stop the others; a missing response stops the rest. */
export async function oneByOne<Given extends { id: string }, Row>(
  rows: readonly Given[],
  save: (row: Given) => Promise<Row>,
): Promise<Several<Row>> {
  const several: Several<Row> = { done: [] };
  for (const row of rows) {
    try {
      several.done.push(await save(row));
    } catch (cause) {
      if (missingFor(cause) && several.done.length === 0) throw cause;
      several.refused ??= row;
      several.cause ??= cause;
      if (missingFor(cause)) break;
    }
  }
  return several;
}
