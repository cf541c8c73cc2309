import { createMiddleware } from "hono/factory";
import type { AppEnv } from "#server/http/app-env.ts";
import { refuse } from "#server/http/refuse.ts";

/**
 * Refuses a form larger than `max` bytes by the length it announces; Node's parser holds a client to
 * its announcement, and browsers always make one.
 */
export const limitBody = (max: number) =>
  createMiddleware<AppEnv>(async (c, next) => {
    const length = c.req.header("content-length");
    if (c.req.method === "POST" && length === undefined)
      return refuse(
        c,
        "no_length",
        411,
        "This form came without its length. Please send it again.",
      );
    if (Number(length ?? 0) > max)
      return refuse(c, "too_large", 413, "This is more than the form can take. Please shorten it.");
    await next();
  });
