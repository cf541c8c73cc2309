import { useState } from "react";
import { formatBytes, formatCount } from "#app/lib/text/formats.ts";
import { Card, CardHeader } from "#app/ui/display/card.tsx";
import { Button } from "#app/ui/inputs/button.tsx";
import { onDemand } from "#app/ui/on-demand.tsx";
import type { ServerFacts, SystemFacts } from "../queries.ts";
import { Fact, Facts } from "./facts.tsx";

const KINDS = {
  embedded: "PostgreSQL of its own",
  database: "PostgreSQL by DATABASE_URL",
};

const HOUR = 3_600;
const DAY = 24 * HOUR;

function duration(seconds: number): string {
  const [size, unit] =
    seconds >= 2 * DAY ? [DAY, "days"] : seconds >= 2 * HOUR ? [HOUR, "hours"] : [60, "minutes"];
  return `${formatCount(Math.floor(seconds / size))} ${unit}`;
}

const Changes = onDemand(
  async () => (await import("./changes-dialog.tsx")).ChangesDialog,
  ({ open }) => open,
);

export function FactsCard({ database, server }: SystemFacts) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Card>
      <CardHeader
        title="Server and database"
        aside={
          <Button size="sm" onClick={() => setOpen(true)}>
            What changed
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
          {formatBytes(database.media_bytes)} in {formatCount(database.media_files)} files
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
      <Fact name="Free disk">
        {formatBytes(disk.free)} of {formatBytes(disk.total)}
      </Fact>
      <Fact name="Memory">{formatBytes(memory)}</Fact>
      <Fact name="Connections">
        {pool.total - pool.idle} of {pool.total} at work
        {pool.waiting > 0 && `, ${pool.waiting} waiting`}
      </Fact>
      <Fact name="Changes heard (LISTEN)">
        {changes.heard ? `proved ${changes.age} s ago` : "no"}
      </Fact>
      <Fact name="Up for">{duration(uptime)}</Fact>
      <Fact name="Node">{node}</Fact>
    </>
  );
}
