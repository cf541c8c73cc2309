import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { answered } from "#app/lib/data/answers.ts";
import type { Backups } from "#app/lib/data/database.types.ts";
import { supabase } from "#app/lib/data/supabase.ts";
import { formatAge } from "#app/lib/text/formats.ts";
import { isOverdue } from "../overdue.ts";

/** When the last backup was proved, for the dashboard; nothing where none is made by itself. */
export function BackupLine() {
  const { data } = useQuery({
    queryKey: ["system", "backups"],
    queryFn: (): Promise<Backups> => answered(supabase().rpc("admin_backups")),
    staleTime: 0,
  });
  const proved = data?.last_proved?.ended_at;
  if (!data || !(data.at || proved)) return null;
  return (
    <Link to="/admin/system" className={isOverdue(data, Date.now()) ? "text-danger" : "text-sm"}>
      {proved ? `Last proved backup: ${formatAge(proved)}` : "No backup was proved yet"}
    </Link>
  );
}
