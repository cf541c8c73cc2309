import { useQuery } from "@tanstack/react-query";
import { useCallback } from "react";
import { answered } from "#app/lib/data/answers.ts";
import { supabase } from "#app/lib/data/supabase.ts";

/** Names by email address. Leaves out missing names and names that two people share. */
const staffNames = (): Promise<Record<string, string>> => answered(supabase().rpc("staff_names"));

/** A person's name by email address; falls back to the address. */
export type NameOf = (email: string) => string;

/** Loads the names once. Until then, or on failure, people appear by email address. */
export function useStaffName(): NameOf {
  const { data } = useQuery({ queryKey: ["staff names"], queryFn: staffNames });
  return useCallback(
    (email) => (data && Object.hasOwn(data, email) && data[email]) || email,
    [data],
  );
}
