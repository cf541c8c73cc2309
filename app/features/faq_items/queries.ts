import type { ServerContext } from "#contract/render-context.ts";

export interface FaqRow {
  /** left out of those that are built in */
  id?: string;
  question: string;
  answer: string;
}

/** Active questions in order; equal order by age, then id (rule L-1). Throws the backend's error. */
export const listActiveFaqItems = (
  server: Pick<ServerContext, "rows">,
): Promise<readonly FaqRow[]> => server.rows("faq_items", ["id", "question", "answer"]);
