import { useQuery } from "@tanstack/react-query";
import { useCallback } from "react";
import { staffNames } from "#app/lib/data/staff-names.ts";

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
