import { useQuery } from "@tanstack/react-query";
import { useCallback } from "react";
import { staffNames } from "#app/lib/data/staff-names.ts";

/** What a person is called, by the address that identifies them; the address itself when no name does. */
export type NameOf = (email: string) => string;

/** The names load once; until then, and if they can't load, people are shown by their addresses. */
export function useStaffName(): NameOf {
  const { data } = useQuery({ queryKey: ["staff names"], queryFn: staffNames });
  return useCallback(
    (email) => (data && Object.hasOwn(data, email) && data[email]) || email,
    [data],
  );
}
