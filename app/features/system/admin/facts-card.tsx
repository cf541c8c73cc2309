import { useState } from "react";
import { formatBytes, formatCount } from "#app/lib/text/formats.ts";
import { Card, CardHeader } from "#app/ui/display/card.tsx";
import { Button } from "#app/ui/inputs/button.tsx";
import { onDemand } from "#app/ui/on-demand.tsx";
import type { ServerFacts, SystemFacts } from "../queries.ts";
import { Fact, Facts } from "./facts.tsx";

const KINDS = {
  embedded: "Built-in PostgreSQL",
  database: "PostgreSQL from DATABASE_URL",
};

const Changes = onDemand(async () => (await import("./changes-dialog.tsx")).ChangesDialog);

export function FactsCard({ database, server }: SystemFacts) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Card>
      <CardHeader
        title="Server and database"
        aside={
          <Button size="sm" onClick={() => setOpen(true)}>
            What's new
          </Button>
        }
      />
      <Changes open={isOpen} onClose={() => setOpen(false)} />
      <Facts>
        {server && <Fact name="Version">{server.version}</Fact>}
        <Fact name="Backend">{server ? KINDS[server.kind] : "Supabase"}</Fact>
        <Fact name="PostgreSQL">{database.postgres.split(" ")[0]}</Fact>
        <Fact name="Database">{formatBytes(database.database_bytes)}</Fact>
        <Fact name="Media">
          {formatBytes(database.media_bytes)} in {formatCount(database.media_files)}{" "}
          {database.media_files === 1 ? "file" : "files"}
        </Fact>
        {server && <ServerLines server={server} />}
      </Facts>
    </Card>
  );
}

function ServerLines({ server }: { server: ServerFacts }) {
  const { disk, memory, pool, changes, uptime, node } = server;
  return (
    <>
      <Fact name="Free disk space">
        {formatBytes(disk.free)} of {formatBytes(disk.total)}
      </Fact>
      <Fact name="Memory">{formatBytes(memory)}</Fact>
      <Fact name="Connections">
        {pool.total - pool.idle} of {pool.total} in use
        {pool.waiting > 0 && `, ${pool.waiting} waiting`}
      </Fact>
      <Fact name="Live updates">
        {changes.heard ? `checked ${changes.age} s ago` : "not working"}
      </Fact>
      <Fact name="Uptime">{formatDuration(uptime)}</Fact>
      <Fact name="Node">{node}</Fact>
    </>
  );
}

/** "3 days", "1 minute": a duration in seconds as whole units, the largest that fits twice. */
export function formatDuration(seconds: number): string {
  const [size, unit]: [number, string] =
    seconds >= 2 * 86_400
      ? [86_400, "day"]
      : seconds >= 2 * 3_600
        ? [3_600, "hour"]
        : [60, "minute"];
  const format = { style: "unit", unit, unitDisplay: "long" } as const;
  return Math.floor(seconds / size).toLocaleString("en-US", format);
}
