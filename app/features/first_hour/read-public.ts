import { useQuery } from "@tanstack/react-query";
import { answered } from "#app/lib/data/answers.ts";
import { supabase } from "#app/lib/data/supabase.ts";
import { name } from "./queries.ts";
import { ASKED, type PublicRows } from "./rule/public-rows.ts";

/** What visitors read now, in one question; also while the tab saves into a set of prepared changes. */
export async function readPublic(): Promise<PublicRows> {
  const parts = await answered(supabase().rpc("page_rows", { asked: ASKED }));
  const entries = ASKED.map(({ table }, at) => {
    const part = parts[at];
    if (!part || "failed" in part) throw Object.assign(new Error(), { code: part?.failed });
    const rows = part.rows.map((row) =>
      Object.fromEntries(Object.entries(row).map(([column, text]) => [column, text ?? ""])),
    );
    return [table, rows];
  });
  return Object.fromEntries(entries);
}

export const PUBLIC = [name, "public"] as const;

export const usePublicRows = () =>
  useQuery({ queryKey: PUBLIC, queryFn: readPublic, staleTime: 0 });
