import { useStaffName } from "#app/admin-kit/resource/use-staff-name.ts";
import { formatTime } from "#app/lib/text/formats.ts";
import { Card, CardHeader } from "#app/ui/display/card.tsx";
import { formatCompanyTime } from "#contract/company-zone.ts";
import type { SystemFacts } from "../queries.ts";
import { Fact, Facts } from "./facts.tsx";

/** What is to happen by itself, and who was given a backup. */
export function ScheduleCard({ database: { scheduled, downloads }, server }: SystemFacts) {
  const nameOf = useStaffName();
  const next = server?.backups.next;
  return (
    <Card>
      <CardHeader title="Schedule and downloads" />
      <Facts>
        <Fact name="Next backup">{next ? formatCompanyTime(next) : "not scheduled"}</Fact>
        {scheduled.map(({ name, at }) => (
          <Fact key={name + at} name={`Publish ${name}`}>
            {formatCompanyTime(at)}
          </Fact>
        ))}
        {downloads.map(({ email, asked_at }) => (
          <Fact key={email + asked_at} name={`Backup downloaded by ${nameOf(email)}`}>
            {formatTime(asked_at)}
          </Fact>
        ))}
      </Facts>
    </Card>
  );
}
