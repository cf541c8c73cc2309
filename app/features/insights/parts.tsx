import Download from "lucide-react/icons/download";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { cx } from "#app/ui/cx.ts";
import { download } from "#app/ui/download.ts";
import { Button } from "#app/ui/inputs/button.tsx";
import { Field } from "#app/ui/inputs/field.tsx";
import { NativeSelect } from "#app/ui/inputs/native-select.tsx";
import { PERIODS, type Period } from "./queries.ts";

export const PERIOD_NAMES = Object.keys(PERIODS) as Period[];
const PERIOD_CHOICES = PERIOD_NAMES.map((value) => ({ value, label: PERIODS[value].label }));

interface ChoicesProps<Group extends string> {
  period: Period;
  onPeriod: (period: string) => void;
  /** what the table may be by */
  groups: Readonly<Record<Group, string>>;
  by: Group;
  onBy: (by: string) => void;
  /** exports the shown table */
  children: ReactNode;
}

/** Chooses the period and the table. */
export const Choices = <Group extends string>(props: ChoicesProps<Group>) => (
  <div className="mb-4 flex flex-wrap items-end gap-3">
    <search className="grid grow grid-cols-2 gap-3 sm:max-w-md">
      <Field label="Period">
        <NativeSelect
          choices={PERIOD_CHOICES}
          value={props.period}
          onValueChange={props.onPeriod}
        />
      </Field>
      <Field label="By">
        <NativeSelect
          choices={Object.entries<string>(props.groups).map(([value, label]) => ({ value, label }))}
          value={props.by}
          onValueChange={props.onBy}
        />
      </Field>
    </search>
    {props.children}
  </div>
);

interface ExportButtonProps {
  /** undefined while there is nothing to export */
  file: (() => Blob) | undefined;
  /** such as "insights-source-2026-11-28" */
  name: string;
  label?: string;
}

export const ExportButton = ({ file, name, label = "Export CSV" }: ExportButtonProps) => (
  <Button disabled={!file} onClick={() => file && download(file(), `${name}.csv`)}>
    <Download aria-hidden className="size-4" />
    {label}
  </Button>
);

/** A figure, as a link to its leads where the inbox can list them and there are any. */
export const Figure = ({ to, children }: { to: string | undefined; children: string }) =>
  to && children !== "0" ? <Link to={to}>{children}</Link> : children;

interface FigureCardsProps {
  figures: readonly { label: string; text: string; to?: string | undefined; before?: string }[];
}

/** Labeled figures, each with the one of the period before. */
export const FigureCards = ({ figures }: FigureCardsProps) => (
  <dl
    className={cx(
      "grid grid-cols-2 gap-2 sm:gap-3",
      figures.length > 6 ? "lg:grid-cols-4" : "lg:grid-cols-3",
    )}
  >
    {figures.map(({ label, text, to, before }) => (
      <div key={label} className="rounded-lg border border-line bg-surface px-4 py-3">
        <dt className="text-sm text-ink-2">{label}</dt>
        <dd className="font-display text-xl/8 font-semibold wrap-anywhere tabular-nums">
          <Figure to={to}>{text}</Figure>
        </dd>
        {before !== undefined && <dd className="text-xs text-ink-2">Before: {before}</dd>}
      </div>
    ))}
  </dl>
);
