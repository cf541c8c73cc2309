import type { ReactNode } from "react";
import { formatCount } from "#app/lib/text/formats.ts";
import { Badge } from "#app/ui/display/badge.tsx";
import { Card } from "#app/ui/display/card.tsx";
import { Progress } from "#app/ui/display/progress.tsx";
import { type IssueType, issues, opportunities, overview } from "./sample.ts";
import { SampleCard } from "./sample-card.tsx";

const TONES = { error: "danger", warning: "warning", info: "neutral" } as const satisfies Record<
  IssueType,
  string
>;

/** The free tab: scores, recent issues, keyword opportunities. */
export const Overview = () => (
  <div className="grid gap-4">
    <div className="grid grid-cols-2 gap-4 xl:grid-cols-4">
      <Figure title="Overall score" value={`${overview.score}/100`}>
        <Progress label="Overall score" value={overview.score} hideLabel />
      </Figure>
      <Figure title="Pages analyzed" value={String(overview.pagesAnalysed)}>
        of an example site
      </Figure>
      <Figure title="Keywords ranking" value={String(overview.keywordsRanking)}>
        <span className="font-medium text-success">{overview.newKeywords}</span>
      </Figure>
      <Figure title="Page speed" value={String(overview.pageSpeed)}>
        <Progress label="Page speed" value={overview.pageSpeed} hideLabel />
      </Figure>
    </div>
    <div className="grid gap-4 lg:grid-cols-2">
      <SampleCard title="Recent issues">
        <ul className="divide-y divide-line">
          {issues.map(({ type, what, count }) => (
            <li key={what} className="flex items-center gap-3 py-2.5 text-sm first:pt-0 last:pb-0">
              <Badge tone={TONES[type]} className="min-w-16 justify-center capitalize">
                {type}
              </Badge>
              <span className="min-w-0 flex-1">{what}</span>
              <span className="font-mono text-xs">{count}</span>
            </li>
          ))}
        </ul>
      </SampleCard>
      <SampleCard title="Keyword opportunities">
        <ul className="grid gap-4">
          {opportunities.map(({ keyword, searches, difficulty }) => (
            <li key={keyword} className="grid gap-1.5 text-sm">
              <p className="flex flex-wrap justify-between gap-x-3">
                <span className="font-medium">{keyword}</span>
                <span className="font-mono text-xs/5 text-ink-2">
                  {formatCount(searches)} searches a month
                </span>
              </p>
              <Progress label="Difficulty" value={difficulty} />
            </li>
          ))}
        </ul>
      </SampleCard>
    </div>
  </div>
);

interface FigureProps {
  title: string;
  value: string;
  children: ReactNode;
}

const Figure = ({ title, value, children }: FigureProps) => (
  <Card className="flex flex-col gap-2 px-5 py-4">
    <h2 className="text-sm font-medium text-ink-2">{title}</h2>
    <p className="font-display text-3xl font-semibold tabular-nums">{value}</p>
    <div className="flex min-h-6 flex-col justify-center text-sm text-ink-2">{children}</div>
    <Badge className="mt-1 self-start">Sample data</Badge>
  </Card>
);
