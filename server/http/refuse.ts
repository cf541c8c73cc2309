import type { Context } from "hono";
import type { AppEnv } from "./app-env.ts";
import { plainAnswer } from "./plain-answer.ts";

/** Answers a request that reaches no page with a sentence, and notes the reason for the log. */
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
