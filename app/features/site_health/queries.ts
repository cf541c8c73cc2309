import { answered } from "#app/lib/data/answers.ts";
import { supabase } from "#app/lib/data/supabase.ts";

export const LINKS_KEY = ["site_health", "links"];

export const listLinks = () => answered(supabase().rpc("outside_link_list"));

/** Asks the server to check all links now. @returns how many it will check */
export const askForCheck = () => answered(supabase().rpc("check_outside_links"));
