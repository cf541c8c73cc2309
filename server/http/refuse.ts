import type { Context } from "hono";
import type { AppEnv } from "./app-env.ts";
import { plainAnswer } from "./plain-answer.ts";

/** Responds with a sentence to a request that reaches no page, and stores the reason to log. */
export function refuse(
  c: Context<AppEnv>,
  reason: string,
  status: number,
  sentence: string,
  headers?: Record<string, string>,
): Response {
  c.set("refused", reason);
  return plainAnswer(status, sentence, headers);
}
