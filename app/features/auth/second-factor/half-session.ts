import type { Session } from "@supabase/supabase-js";

/** Whether the session proved only the password (aal1), and its person has a second factor. */
export const isHalf = ({ access_token, user }: Pick<Session, "access_token" | "user">): boolean =>
  Boolean(user.factors?.some(({ status }) => status === "verified")) &&
  levelOf(access_token) !== "aal2";

/** The token's assurance level. The server checks it; this only decides what to ask for. */
function levelOf(token: string): unknown {
  try {
    const [, claims = ""] = token.split(".");
    return JSON.parse(atob(claims.replaceAll("-", "+").replaceAll("_", "/"))).aal;
  } catch {
    return undefined;
  }
}
