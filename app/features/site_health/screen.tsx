import HeartPulse from "lucide-react/icons/heart-pulse";
import { Findings, problemsIn } from "#app/admin-kit/checks/findings.tsx";
import { checkSite } from "#app/admin-kit/checks/run.ts";
import { useChecks } from "#app/admin-kit/checks/use-checks.ts";
import { PageHeader } from "#app/admin-kit/shell/page-header.tsx";
import type { Finding } from "#app/lib/checks/finding.ts";
import { GROUPS, type Group } from "#app/lib/checks/words.ts";
import { CHECK_MESSAGES } from "#app/lib/errors/check-messages.ts";
import { Badge } from "#app/ui/display/badge.tsx";
import { Card, CardHeader } from "#app/ui/display/card.tsx";
import { Progress } from "#app/ui/display/progress.tsx";
import { EmptyState, ErrorState } from "#app/ui/display/states.tsx";
import { Button } from "#app/ui/inputs/button.tsx";
import { formatCompanyTime } from "#contract/time/company-zone.ts";
import { OutsideLinks } from "./outside-links.tsx";

interface Report {
  findings: readonly Finding[];
  pages: number;
  checkedAt: string;
}

/** Checks the public pages on demand. The last result stays until the admin is reloaded. */
export function SiteHealthScreen() {
  const { data, error, isFetching, progress, refetch } = useChecks<Report>({
    queryKey: ["site_health"],
    run: async ({ onProgress, ...options }) => {
      let pages = 0;
      const findings = await checkSite({
        ...options,
        onProgress(done, total) {
          pages = total;
          onProgress(done, total);
        },
      });
      return { findings, pages, checkedAt: new Date().toISOString() };
    },
    now: false,
  });
  const check = () => void refetch();
  return (
    <>
      <PageHeader
        actions={
          <Button look="primary" pending={isFetching} pendingLabel="Checking…" onClick={check}>
            {data ? "Check again" : "Check pages"}
          </Button>
        }
      />
      <div className="grid gap-4">
        {isFetching && (
          <Progress
            label={`Page ${Math.min(progress.done + 1, progress.total)} of ${progress.total}`}
            value={progress.total ? progress.done : null}
            max={progress.total}
          />
        )}
        {error && !isFetching && (
          <ErrorState
            message={CHECK_MESSAGES.site(error)}
            query={{ isRefetching: false, refetch }}
          />
        )}
        <p role="status" className="text-sm text-ink-2 empty:hidden">
          {data && !isFetching && summaryOf(data)}
        </p>
        {data ? <Result report={data} /> : !error && !isFetching && <Start />}
        <OutsideLinks />
      </div>
    </>
  );
}

const Start = () => (
  <EmptyState title="Not checked yet" icon={<HeartPulse aria-hidden strokeWidth={1.5} />}>
    Select Check pages to look for problems in titles, headings, images, links, structured data,
    accessibility, and page weight.
  </EmptyState>
);

const summaryOf = ({ findings, pages, checkedAt }: Report) =>
  `${problemsIn(findings.length)} on ${pages} pages, checked on ${formatCompanyTime(checkedAt)}`;

function Result({ report: { findings } }: { report: Report }) {
  if (findings.length === 0)
    return <EmptyState title="No problems found">Check again after larger changes.</EmptyState>;
  return (Object.keys(GROUPS) as Group[]).map((group) => {
    const own = findings.filter((finding) => finding.group === group);
    return (
      own.length > 0 && (
        <Card key={group}>
          <CardHeader title={GROUPS[group]} aside={<Badge>{problemsIn(own.length)}</Badge>} />
          <div className="px-5">
            <Findings label={GROUPS[group]} findings={own} />
          </div>
        </Card>
      )
    );
  });
}
