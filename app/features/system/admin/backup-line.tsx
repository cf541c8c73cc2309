import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { answered } from "#app/lib/data/answers.ts";
import type { Backups } from "#app/lib/data/database.types.ts";
import { supabase } from "#app/lib/data/supabase.ts";
import { formatAge } from "#app/lib/text/formats.ts";
import { isOverdue, leftWithBackup } from "../backup-facts.ts";

/**
 * For the dashboard: former admins who have a backup, then the last verified backup. Nothing if
 * backups aren't scheduled.
 */
export function BackupLine() {
  const { data } = useQuery({
    queryKey: ["system", "backups"],
    queryFn: (): Promise<Backups> => answered(supabase().rpc("admin_backups")),
    staleTime: 0,
  });
  if (!data) return null;
  return (
    <>
      {leftWithBackup(data).map(({ what }) => (
        <Link key={what} to="/admin/system" className="font-medium text-danger">
          {what} Create new keys.
        </Link>
      ))}
      <LastProved backups={data} />
    </>
  );
}

function LastProved({ backups }: { backups: Backups }) {
  const proved = backups.last_proved?.ended_at;
  if (!(backups.at || proved)) return null;
  return (
    <Link to="/admin/system" className={isOverdue(backups, Date.now()) ? "text-danger" : "text-sm"}>
      {proved ? `Last verified backup: ${formatAge(proved)}` : "No verified backup yet"}
    </Link>
  );
}
