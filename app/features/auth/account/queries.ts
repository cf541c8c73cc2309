import { answered } from "#app/lib/data/answers.ts";
import { supabase } from "#app/lib/data/supabase.ts";
import { settle } from "../queries.ts";

/** The query key of the person's own sessions. */
export const SESSIONS = "my_sessions";

/** The current session, then the others, newest first. */
export const listSessions = () => answered(supabase().rpc("my_sessions"));

/** Ends one session, which is refused with its next request. */
export const endSession = (id: string) =>
  answered(supabase().rpc("my_session_end", { session: id }));

/** For a session that has ended, auth.signOut reports success, although it ends no other. */
export async function endOtherSessions() {
  const { auth } = supabase();
  const { data } = await auth.getSession();
  await settle(auth.admin.signOut(data.session?.access_token ?? "", "others"));
}

/** The new name arrives through onAuthStateChange. */
export const changeName = (full_name: string) =>
  settle(supabase().auth.updateUser({ data: { full_name } }));

/** Ends all other sessions. @param current the password so far: an open screen isn't enough */
export const changePassword = (current: string, password: string) =>
  settle(supabase().auth.updateUser({ password, current_password: current }));
