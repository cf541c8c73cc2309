import { useQuery } from "@tanstack/react-query";
import { answered } from "./answers.ts";
import { supabase } from "./supabase.ts";

/** Whether no mail server is set up, so that emails are only saved as files on the server. */
export const emailIsSaved = () => answered(supabase().rpc("email_is_saved"));

/** The same; false while unknown. */
export const useEmailIsSaved = (): boolean =>
  useQuery({ queryKey: ["email_is_saved"], queryFn: emailIsSaved }).data === true;
