import type { ReactNode } from "react";
import { formatCount } from "#app/lib/text/formats.ts";
import { Badge } from "#app/ui/display/badge.tsx";
import { Progress } from "#app/ui/display/progress.tsx";
import { Table } from "#app/ui/display/table.tsx";
import { checks, keywords, networks, pages } from "./sample.ts";
import { SampleCard } from "./sample-card.tsx";

interface SampleTableProps {
  title: string;
  headers: readonly string[];
  /** the first cell is the row's header */
  rows: readonly (readonly [string, ...ReactNode[]])[];
}

interface SampleRow {
  id: string;
  cells: readonly ReactNode[];
}

const SampleTable = ({ title, headers, rows }: SampleTableProps) => (
  <SampleCard title={title}>
    <Table<SampleRow>
      caption={title}
      rows={rows.map((cells) => ({ id: cells[0], cells }))}
      columns={headers.map((header, place) => ({
        key: header,
        header,
        cell: ({ cells }) => cells[place],
      }))}
    />
  </SampleCard>
);

export const PageAnalysis = () => (
  <SampleTable
    title="Page analysis"
    headers={["Page", "Score", "Words", "Issues"]}
    rows={pages.map(({ path, score, words, issues }) => [
      path,
      <Progress key="score" label="Score" value={score} />,
      formatCount(words),
      issues,
    ])}
  />
);

const signed = (change: number) => (change > 0 ? `+${change}` : String(change));

export const Keywords = () => (
  <SampleTable
    title="Keywords"
    headers={["Keyword", "Position", "Change", "Monthly searches"]}
    rows={keywords.map(({ keyword, position, change, searches }) => [
      keyword,
      position,
      signed(change),
      formatCount(searches),
    ])}
  />
);

export const SocialMedia = () => (
  <SampleTable
    title="Social media"
    headers={["Network", "Shares", "Shown when shared"]}
    rows={networks.map(({ name, shares, card }) => [name, formatCount(shares), card])}
  />
);

export const TechnicalSeo = () => (
  <SampleTable
    title="Technical SEO"
    headers={["Check", "Result", "Note"]}
    rows={checks.map(({ what, passed, note }) => [
      what,
      <Badge key="result" tone={passed ? "success" : "warning"}>
        {passed ? "Passed" : "To do"}
      </Badge>,
      note,
    ])}
  />
);
