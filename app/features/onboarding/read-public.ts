import { useQuery } from "@tanstack/react-query";
import { answered } from "#app/lib/data/answers.ts";
import { supabase } from "#app/lib/data/supabase.ts";
import { name } from "./queries.ts";
import { ASKED, type PublicRows } from "./rule/public-rows.ts";

/** What visitors see now: it queries the tables directly, even while the tab saves into a set. */
export async function readPublic(): Promise<PublicRows> {
  return Object.fromEntries(await Promise.all(ASKED.map(readTable)));
}

async function readTable({ table, columns, ...part }: (typeof ASKED)[number]) {
  const all = supabase().from(table).select(columns.join(","));
  const asked =
    "active" in part
      ? all.match({ is_active: true }).order("display_order").order("created_at").order("id")
      : all;
  const rows = (await answered(asked)) as unknown as Record<string, string | null>[];
  return [
    table,
    rows.map((row) =>
      Object.fromEntries(Object.entries(row).map(([column, text]) => [column, text ?? ""])),
    ),
  ];
}

export const PUBLIC = [name, "public"] as const;

export const usePublicRows = () =>
  useQuery({ queryKey: PUBLIC, queryFn: readPublic, staleTime: 0 });
