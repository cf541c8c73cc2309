import { useMutation, useQueryClient } from "@tanstack/react-query";
import Download from "lucide-react/icons/download";
import { useStaffName } from "#app/admin-kit/resource/use-staff-name.ts";
import type { BackupRun } from "#app/lib/data/database.types.ts";
import { countOf, formatBytes, formatTime } from "#app/lib/text/formats.ts";
import { Badge } from "#app/ui/display/badge.tsx";
import { Card, CardHeader } from "#app/ui/display/card.tsx";
import { Cause } from "#app/ui/display/cause.tsx";
import { Progress } from "#app/ui/display/progress.tsx";
import { Button, IconButton } from "#app/ui/inputs/button.tsx";
import { toast } from "#app/ui/overlays/toast.tsx";
import { explainCause } from "#contract/causes.ts";
import { SYSTEM_MESSAGES } from "../messages.ts";
import {
  addressOf,
  beginBackup,
  type DatabaseFacts,
  type ServerFacts,
  systemQuery,
} from "../queries.ts";

const words = SYSTEM_MESSAGES;

const TONES = {
  running: { tone: "brand", says: "In progress" },
  proved: { tone: "success", says: "Verified" },
  failed: { tone: "danger", says: "Failed" },
  interrupted: { tone: "warning", says: "Interrupted" },
} as const;

interface BackupsCardProps {
  database: DatabaseFacts;
  server: ServerFacts | null;
}

export function BackupsCard({ database: { backups }, server }: BackupsCardProps) {
  const client = useQueryClient();
  const begin = useMutation({
    mutationFn: beginBackup,
    onError: (cause) => toast.failure(words.backupFailed, cause),
    onSettled: () => client.invalidateQueries({ queryKey: systemQuery.queryKey }),
  });
  const fetching = useMutation({
    mutationFn: addressOf,
    onSuccess: (address) => window.location.assign(address),
    onError: (cause) => toast.failure(words.fetchFailed, cause),
    onSettled: () => client.invalidateQueries({ queryKey: systemQuery.queryKey }),
  });
  if (!server)
    return (
      <Card>
        <CardHeader title="Backups" />
        <p className="px-5 py-4 text-sm">
          On Supabase, use the project's backups: in its dashboard, open Database, then Backups.
        </p>
      </Card>
    );
  const [running] = backups.runs.filter(({ outcome }) => outcome === "running");
  const { place, encrypted } = server.backups;
  return (
    <Card>
      <CardHeader
        title="Backups"
        aside={
          <Button
            look="primary"
            size="sm"
            pending={begin.isPending}
            disabled={running !== undefined}
            onClick={() => begin.mutate()}
          >
            Back up now
          </Button>
        }
      />
      <p className="border-b border-line px-5 py-3 text-sm text-ink-2 wrap-anywhere">
        Stored in {place}, {encrypted ? "encrypted" : "not encrypted"}. Each backup is verified by
        restoring it.
      </p>
      <p className="border-b border-line px-5 py-3 text-sm text-ink-2">
        {encrypted
          ? "Downloads open only with BACKUP_KEY. Each"
          : "Downloads are not encrypted. Each"}{" "}
        contains every lead and account, password hashes, webhook addresses and secrets, and all
        files. It doesn't contain this site's keys. All admins get an email about each download.
      </p>
      {running && (
        <div className="border-b border-line px-5 py-4">
          <Progress label={running.step ?? "Starting"} value={null} />
        </div>
      )}
      {backups.runs.length === 0 ? (
        <p className="px-5 py-4 text-sm">No backups yet.</p>
      ) : (
        <ul className="divide-y divide-line">
          {backups.runs.map((run) => (
            <Run
              key={run.id}
              run={run}
              pending={fetching.isPending}
              onFetch={(name) => fetching.mutate(name)}
            />
          ))}
        </ul>
      )}
    </Card>
  );
}

interface RunProps {
  run: BackupRun;
  pending: boolean;
  onFetch: (name: string) => void;
}

function Run({ run, pending, onFetch }: RunProps) {
  const nameOf = useStaffName();
  const { tone, says } = TONES[run.outcome];
  const { name, bytes, rows, files } = run;
  return (
    <li className="flex items-center gap-4 px-5 py-3 text-sm">
      <div className="grid min-w-0 flex-1 gap-0.5 wrap-anywhere">
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium">
          {formatTime(run.began_at)}
          <Badge tone={tone}>{says}</Badge>
        </span>
        {name && (
          <span className="text-ink-2">
            {countOf(rows ?? 0, "row")} and {countOf(files ?? 0, "file")}, {formatBytes(bytes ?? 0)}
          </span>
        )}
        {run.cause && <Cause {...explainCause(run.cause, "The backup storage")} />}
        {run.asked_by && <span className="text-ink-2">Started by {nameOf(run.asked_by)}</span>}
      </div>
      {run.outcome === "proved" && name && (
        <IconButton
          label={`Download the backup from ${formatTime(run.began_at)}`}
          icon={<Download aria-hidden />}
          disabled={pending}
          onClick={() => onFetch(name)}
        />
      )}
    </li>
  );
}
