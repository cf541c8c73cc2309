import { createMiddleware } from "hono/factory";
import type { AppEnv } from "#server/http/app-env.ts";
import { refuse } from "#server/http/plain-answer.ts";

/**
 * Refuses a form by its Content-Length. Node's parser enforces the length, and browsers always send one.
 * Hono's bodyLimit also accepts bodies without a length, and reads them twice to count bytes.
 * @param max bytes
 */
export const limitBody = (max: number) =>
  createMiddleware<AppEnv>(async (c, next) => {
    const length = c.req.header("content-length");
    if (c.req.method === "POST" && length === undefined)
      return refuse(
        c,
        "no_length",
        411,
        "Something went wrong while sending the form. Please try again.",
      );
    if (Number(length ?? 0) > max)
      return refuse(c, "too_large", 413, "Your message is too long. Please shorten it.");
    await next();
  });
