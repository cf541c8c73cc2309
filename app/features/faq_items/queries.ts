import type { ServerContext } from "#contract/render-context.ts";

export interface FaqRow {
  /** omitted for built-in ones */
  id?: string;
  question: string;
  answer: string;
  /** groups long lists */
  topic: string | null;
}

/** Active FAQs in order; ties by age, then id (rule L-1). Throws the backend's error. */
export const listActiveFaqItems = (
  server: Pick<ServerContext, "rows">,
): Promise<readonly FaqRow[]> => server.rows("faq_items", ["id", "question", "answer", "topic"]);
