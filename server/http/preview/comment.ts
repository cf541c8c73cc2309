import type { Context } from "hono";
import type { Backend } from "#server/backend/types.ts";
import type { AppEnv } from "#server/http/app-env.ts";
import { askAs } from "./answers.ts";
import type { Typed } from "./ribbon.ts";

/** bytes: twice a name and a comment of the longest characters, percent-encoded */
export const COMMENT_BODY_MAX = 64 * 1024;

/** `off`: the link takes no comments; `over`: it shows nothing any more, or never did. */
export type NotAdded =
  | { is: "off" | "over" }
  | {
      is: "refused";
      status: 400 | 409 | 413 | 429 | 503;
      sentence: string;
      retryAfter: string | null;
    };

const FORM = /^application\/x-www-form-urlencoded\s*(;|$)/i;

/** @returns undefined for a body that the ribbon's form doesn't send */
export async function readTyped(c: Context<AppEnv>): Promise<Typed | undefined> {
  if (!FORM.test(c.req.header("content-type") ?? "")) return undefined;
  const fields = new URLSearchParams(await c.req.text());
  // The database can't store the character 0.
  const read = (name: string) => (fields.get(name) ?? "").replaceAll("\0", "");
  return { name: read("name"), message: read("message") };
}

interface Comment extends Typed {
  token: string;
  /** the page's path on the site */
  page: string;
}

/** The statuses of refusals whose sentence is for the person who wrote. */
const IN_WORDS = [400, 409, 413, 429] as const;

const LATER = "Comments can't be stored right now. Try again in a moment.";

/** Stores a comment with a visitor's rights; the database checks the token and the text. */
export async function addComment(
  backend: Backend,
  c: Context<AppEnv>,
  comment: Comment,
): Promise<NotAdded | { is: "added" }> {
  const answer = await askAs(backend, c, "preview_comment_add", comment);
  if (answer.ok) {
    const stored: { state: string; added?: boolean } | null = await answer.json();
    if (stored?.state !== "open") return { is: "over" };
    return { is: stored.added ? "added" : "off" };
  }
  const status = IN_WORDS.find((known) => known === answer.status) ?? 503;
  const { message }: { message?: string } = await answer.json().catch(() => ({}));
  return {
    is: "refused",
    status,
    sentence: (status !== 503 && message) || LATER,
    retryAfter: answer.headers.get("retry-after"),
  };
}
