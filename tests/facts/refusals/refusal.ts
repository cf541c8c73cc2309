import { expect } from "vitest";
import { HOLE } from "../sentences.ts";
import type { Person, World } from "../world.ts";

/** Refused in its own test: this file and title, and the test expects the sentence. */
export interface TestedBy {
  file: string;
  title: string;
}

/** Sends the request that must be refused. */
export type Refused = (world: World) => Promise<Response>;

/** The fixed parts of a sentence. */
export const partsOf = (sentence: string) =>
  sentence.split(HOLE).flatMap((part) => part.trim() || []);

/** Expects an error response with the sentence, and no change. */
export async function expectRefused(world: World, sentence: string, refused: Refused) {
  const { status, said } = await world.unchanged(async () => {
    const answer = await refused(world);
    return { status: answer.status, said: await answer.text() };
  });
  expect(status).toBeGreaterThanOrEqual(300);
  const text = said.startsWith("{") ? Object.values(flat(JSON.parse(said))).join("\n") : said;
  for (const part of partsOf(sentence)) expect(text).toContain(part);
}

const flat = (value: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) =>
      typeof inner === "object" && inner !== null
        ? Object.entries(flat(inner as Record<string, unknown>))
        : [[name, inner]],
    ),
  );

/** A request with a JSON body. */
export const post =
  (who: Person, path: string, body: unknown, method = "POST"): Refused =>
  ({ ask }) =>
    ask(who, path, {
      method,
      headers: { "content-type": "application/json" },
      body: typeof body === "string" ? body : JSON.stringify(body),
    });

export const get =
  (who: Person, path: string, headers: Record<string, string> = {}): Refused =>
  ({ ask }) =>
    ask(who, path, { headers });
