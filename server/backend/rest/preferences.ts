import { HttpError } from "#server/backend/http-error.ts";

/** What the client's headers ask of the response. */
export interface Preferences {
  /** whether written rows are returned */
  rows: "full" | "none";
  /** one object instead of a list; any other number of rows is an error */
  single: boolean;
  /** whether to count all matching rows */
  count: boolean;
  /** a missing key of a row to insert becomes the column's default instead of null */
  defaults: boolean;
  conflict: "fail" | "update" | "ignore";
}

const LISTS = ["", "*/*", "application/json", "application/vnd.pgrst.array+json"];
const SINGLE = "application/vnd.pgrst.object+json";

/**
 * Reads Accept, Prefer and the profile headers. Unknown preferences are ignored, as RFC 7240
 * requires; an unsupported format or schema is refused.
 * @throws HttpError 406
 */
export function readPreferences(headers: Headers): Preferences {
  const accept = (headers.get("accept") ?? "").trim();
  if (accept !== SINGLE && !LISTS.includes(accept))
    throw new HttpError(406, "PGRST107", "Only JSON is served here.");
  for (const name of ["accept-profile", "content-profile"])
    if ((headers.get(name) ?? "public") !== "public")
      throw new HttpError(406, "PGRST106", "Only the public schema is available.");
  const preferences = new Set((headers.get("prefer") ?? "").split(",").map((wish) => wish.trim()));
  return {
    rows: preferences.has("return=representation") ? "full" : "none",
    single: accept === SINGLE,
    count: ["exact", "planned", "estimated"].some((way) => preferences.has(`count=${way}`)),
    defaults: preferences.has("missing=default"),
    conflict: preferences.has("resolution=merge-duplicates")
      ? "update"
      : preferences.has("resolution=ignore-duplicates")
        ? "ignore"
        : "fail",
  };
}
