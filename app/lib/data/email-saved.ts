import { answered } from "./answers.ts";
import { supabase } from "./supabase.ts";

/** Whether the server has no mail server to send by, so that emails are only saved as files there. */
export const emailIsSaved = () => answered(supabase().rpc("email_is_saved"));
