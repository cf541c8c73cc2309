import { Link, type LinkProps } from "react-router";
import type { ListToolbar } from "#app/admin-kit/lists/list-toolbar.tsx";
import { SelectAll } from "#app/admin-kit/selection/select-all.tsx";
import { SelectBox } from "#app/admin-kit/selection/select-box.tsx";
import type { Selection } from "#app/admin-kit/selection/use-selection.ts";
import type { Lead, LeadChoices } from "#app/lib/data/database.types.ts";
import type { Week } from "#app/lib/domain/business-hours.ts";
import { formatAge, formatDate } from "#app/lib/text/formats.ts";
import { cx } from "#app/ui/cx.ts";
import { Badge } from "#app/ui/display/badge.tsx";
import { Email } from "#app/ui/display/email.tsx";
import { AnswerBadge, Flags, hasFlags, isWaiting, NewDot, OutcomeBadge } from "../badges.tsx";
import { StatusSelect } from "../status-select.tsx";
import { firstLine } from "../words.ts";
import { ownerName } from "../work/use-choices.ts";
import { RowActions, type RowActionsProps } from "./row-actions.tsx";

interface LeadsTableProps extends Omit<RowActionsProps, "row"> {
  rows: readonly Lead[];
  /** the office's hours, for the promised answer time */
  week: Week;
  choices: LeadChoices;
  selection: Selection<Lead>;
  sort: Sort;
  /** links to a lead's details */
  linkTo: (id: string) => LinkProps;
}

const HEAD = "font-mono text-2xs font-medium tracking-wide whitespace-nowrap text-ink-2 uppercase";

const BY_VOLUME = [
  ["volume", "descending"],
  ["lowest-volume", "ascending"],
] as const;
const BY_DUE = [["due", "ascending"]] as const;
const BY_DATE = [
  ["", "descending"],
  ["oldest", "ascending"],
] as const;

/** The table of rule I-1: three lines per row; on a narrow screen, each row becomes a card. */
export function LeadsTable({ rows, selection, sort, ...rest }: LeadsTableProps) {
  return (
    <div className="leads-frame rounded-lg border border-line bg-surface">
      <table className="leads-table w-full table-fixed text-left text-sm/4.5 @max-[62rem]:text-[0.8125rem]/4.25">
        <caption className="sr-only">Contact submissions</caption>
        <thead>
          <tr className="border-b border-line-strong">
            <td className="leads-tick">
              <SelectAll rows={rows} selection={selection} />
            </td>
            <th scope="col" className={cx(HEAD, "leads-contact")}>
              Contact Info
            </th>
            <SortHead
              label="Business Details"
              hint="Sort by monthly volume"
              orders={BY_VOLUME}
              sort={sort}
              className={cx(HEAD, "leads-business @max-[62rem]:whitespace-normal")}
            />
            <th scope="col" className={cx(HEAD, "leads-platforms")}>
              Platforms
            </th>
            <SortHead
              label="Status"
              hint="Sort by due time"
              orders={BY_DUE}
              sort={sort}
              className={cx(HEAD, "leads-status")}
            />
            <SortHead
              label="Date"
              hint="Sort by date"
              orders={BY_DATE}
              sort={sort}
              className={cx(HEAD, "leads-date")}
            />
            <th scope="col" className={cx(HEAD, "leads-actions")}>
              Actions
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <LeadRow key={row.id} row={row} selection={selection} {...rest} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

type LeadRowProps = Omit<LeadsTableProps, "rows" | "sort"> & { row: Lead };

function LeadRow({ row, week, choices, selection, linkTo, ...rest }: LeadRowProps) {
  const { id, name, email, business_name, monthly_volume, created_at } = row;
  return (
    <tr
      data-lead={id}
      className={cx(
        "border-b border-line last:border-b-0",
        selection.has(id) ? "bg-brand-soft" : row.is_spam ? "bg-paper-2" : "hover:bg-paper-2",
      )}
    >
      <td className="leads-tick">
        <SelectBox
          label={`Select ${name}`}
          checked={selection.has(id)}
          onChange={(_, isRange) => selection.toggle(id, isRange)}
        />
      </td>
      <td className="leads-contact">
        <p className="leads-lines wrap-anywhere" title={`${name}\n${email}`}>
          <NewDot row={row} />
          <Link {...linkTo(id)} data-open className="font-medium text-ink underline">
            {name}
          </Link>
          <br />
          <span className="text-ink-2">
            <Email address={email} />
          </span>
        </p>
      </td>
      <td className="leads-business">
        <p
          className={cx(
            "line-clamp-1 wrap-anywhere",
            !hasFlags(row) && "@max-[62rem]:line-clamp-2",
          )}
          title={business_name ?? undefined}
        >
          {business_name ?? "—"}
        </p>
        <p className="line-clamp-1 wrap-anywhere text-ink-2 @max-[62rem]:text-xs/4.25 @max-[62rem]:tracking-tighter">
          {monthly_volume}
          <span className="@max-[62rem]:sr-only"> orders</span>/month
        </p>
        <p className="flex gap-1.5 text-ink-2 @max-[62rem]:flex-wrap @max-[62rem]:gap-y-0">
          <Flags row={row} />
          <span
            className={cx(
              "line-clamp-1 min-w-0 wrap-anywhere @max-[62rem]:w-full",
              !hasFlags(row) && "@max-[62rem]:line-clamp-2",
            )}
          >
            {firstLine(row) || "No message"}
          </span>
        </p>
      </td>
      <td className="leads-platforms">
        <Platforms names={row.platforms} />
      </td>
      <td className="leads-status">
        <StatusSelect
          row={row}
          onChange={rest.actions.setStatus}
          className="w-full max-w-40 @max-[62rem]:!gap-1 @max-[62rem]:!px-2"
        />
        <p className="line-clamp-1 pt-0.5 text-xs/4 wrap-anywhere text-ink-2">
          {ownerName(choices, row.owner_id)}
        </p>
      </td>
      <td className="leads-date">
        <time dateTime={created_at} className="block whitespace-nowrap">
          {formatDate(created_at)}
        </time>
        {isWaiting(row) ? (
          <AnswerBadge row={row} week={week} short />
        ) : row.outcome ? (
          <OutcomeBadge row={row} />
        ) : (
          <span className="text-xs text-ink-2">{formatAge(created_at)}</span>
        )}
      </td>
      <td className="leads-actions">
        <RowActions row={row} {...rest} />
      </td>
    </tr>
  );
}

/** A badge; in a narrow column, only its text. */
const PLATFORM =
  "max-w-full !py-0 @min-[43rem]:@max-[62rem]:!border-0 @min-[43rem]:@max-[62rem]:!bg-transparent @min-[43rem]:@max-[62rem]:!p-0 @min-[43rem]:@max-[62rem]:!font-sans";

/** Up to three names, or two and a count. Screen readers and the tooltip get all of them. */
function Platforms({ names }: { names: readonly string[] }) {
  const shown = names.length > 3 ? names.slice(0, 2) : names;
  const more = names.slice(shown.length);
  return (
    <span
      className="grid justify-items-start @max-[62rem]:gap-0.5 @max-[43rem]:flex @max-[43rem]:flex-wrap"
      title={names.join(", ")}
    >
      {shown.map((platform) => (
        <Badge key={platform} className={PLATFORM}>
          <span className="line-clamp-1 whitespace-normal wrap-anywhere">{platform}</span>
        </Badge>
      ))}
      {more.length > 0 && (
        <Badge className={PLATFORM}>
          +{more.length} more<span className="sr-only">: {more.join(", ")}</span>
        </Badge>
      )}
    </span>
  );
}

type Sort = NonNullable<React.ComponentProps<typeof ListToolbar>["sort"]>;

interface SortHeadProps {
  label: string;
  /** what pressing it does */
  hint: string;
  sort: Sort;
  /** this column's sort orders, cycled by pressing; after the last, the list's default order */
  orders: readonly (readonly [value: string, direction: "ascending" | "descending"])[];
  className: string;
}

/** A sortable column header. */
function SortHead({ label, hint, sort, orders, className }: SortHeadProps) {
  const at = orders.findIndex(([value]) => value === sort.value);
  const direction = orders[at]?.[1];
  return (
    <th scope="col" aria-sort={direction} className={className}>
      <button
        type="button"
        title={hint}
        onClick={() => sort.onSort(orders[at + 1]?.[0] ?? "")}
        className="-mx-1 inline-flex min-h-6 cursor-pointer items-center gap-0.5 rounded-sm px-1 text-left uppercase hover:text-ink"
      >
        {label}
        {direction && <span aria-hidden>{direction === "ascending" ? "↑" : "↓"}</span>}
      </button>
    </th>
  );
}
