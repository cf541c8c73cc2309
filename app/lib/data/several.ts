import { missingFor, RefusedError } from "#app/lib/errors/backend-error.ts";
import { type Answer, answered, checkRights } from "./answers.ts";

/** What became of several rows at once. */
export interface Several<Row> {
  /** the rows as the database answered them */
  done: Row[];
  /** why that is not all of them */
  cause?: unknown;
  /** the row that it is about, where it is about one */
  refused?: { id: string };
}

/**
 * One statement for all: it does what it can of rows that are still there, or nothing where one is refused.
 * @throws when none is there
 */
async function stillThere<Row>(count: number, call: PromiseLike<Answer<Row[]>>) {
  const done = await answered(call);
  if (done.length === count) return { done };
  await checkRights();
  if (done.length > 0)
    return { done, cause: new RefusedError("Someone else deleted the rest meanwhile") };
  throw new RefusedError("Someone else deleted them meanwhile");
}

/** All by one statement; where a rule of the database refuses one of them, each alone, so that it has a name. */
export async function together<Given extends { id: string }, Row>(
  rows: readonly Given[],
  call: (ids: string[]) => PromiseLike<Answer<Row[]>>,
): Promise<Several<Row>> {
  const ids = rows.map(({ id }) => id);
  try {
    return await stillThere(rows.length, call(ids));
  } catch (cause) {
    if ((cause as { code?: string }).code !== "PT409") throw cause;
    return oneByOne(rows, async ({ id }) => (await stillThere(1, call([id]))).done[0] as Row);
  }
}

/** Each by a call of its own: one that is refused leaves the others; without an answer the rest is not tried. */
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
