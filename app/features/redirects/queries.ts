import { answered } from "#app/lib/data/answers.ts";
import type { RedirectEntry } from "#app/lib/data/database.types.ts";
import { supabase } from "#app/lib/data/supabase.ts";

/** Starts with the list's name, so that each change of the list renews it. */
export const BROKEN_KEY = ["redirects", "broken"];

/** The most visited without a redirect. Throws the backend's error. */
export const listBroken = () => answered(supabase().rpc("broken_address_list"));

export const dismissBroken = (path: string) =>
  answered(supabase().rpc("broken_address_dismiss", { path }));

/** Adds all rows or none. @param save false to only check them @returns the rows that can't be added */
export const importRedirects = (entries: readonly RedirectEntry[], save: boolean) =>
  answered(supabase().rpc("redirects_import", { entries, save }));
