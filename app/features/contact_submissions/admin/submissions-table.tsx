import Ellipsis from "lucide-react/icons/ellipsis";
import Mail from "lucide-react/icons/mail";
import { Link, type LinkProps } from "react-router";
import type { ContactSubmission } from "#app/lib/data/database.types.ts";
import type { Week } from "#app/lib/domain/business-hours.ts";
import { formatAge, formatDate } from "#app/lib/text/formats.ts";
import { Badge } from "#app/ui/display/badge.tsx";
import { type Column, Table } from "#app/ui/display/table.tsx";
import { ButtonLink, IconButton } from "#app/ui/inputs/button.tsx";
import { Menu } from "#app/ui/overlays/menu.tsx";
import { AnswerBadge, Flags } from "./badges.tsx";
import { mailDraft } from "./mail-draft.ts";
import { menuOf } from "./row-menu.tsx";
import { StatusSelect } from "./status-select.tsx";
import type { SubmissionActions } from "./use-submission-actions.ts";

const SHOWN_PLATFORMS = 3;

interface SubmissionsTableProps {
  rows: readonly ContactSubmission[];
  /** the office's hours, for the promised answer time */
  week: Week;
  /** who signs the mail drafts */
  company: string | undefined;
  actions: SubmissionActions;
  /** opens a submission's details */
  linkTo: (id: string) => LinkProps;
}

/** The table of rule I-1. */
export function SubmissionsTable({ rows, week, company, actions, linkTo }: SubmissionsTableProps) {
  const columns: Column<ContactSubmission>[] = [
    {
      key: "contact",
      header: "Contact Info",
      className: "@min-[59rem]:min-w-48",
      cell: (row) => (
        <div className="grid justify-items-start gap-1">
          <Link {...linkTo(row.id)} className="line-clamp-3 font-medium text-ink underline">
            {row.name}
          </Link>
          <span className="line-clamp-2 text-ink-2">{row.email}</span>
          <Flags row={row} />
        </div>
      ),
    },
    {
      key: "business",
      header: "Business Details",
      className: "@min-[59rem]:min-w-40",
      cell: (row) => (
        <div className="grid gap-1">
          <span className="line-clamp-3">{row.business_name ?? "—"}</span>
          <span className="text-ink-2">{row.monthly_volume} orders/month</span>
        </div>
      ),
    },
    {
      key: "platforms",
      header: "Platforms",
      className: "@min-[59rem]:min-w-32",
      cell: ({ platforms }) => (
        <span className="flex flex-wrap gap-1">
          {platforms.slice(0, SHOWN_PLATFORMS).map((platform) => (
            <Badge key={platform} className="max-w-full">
              <span className="line-clamp-1 whitespace-normal">{platform}</span>
            </Badge>
          ))}
          {platforms.length > SHOWN_PLATFORMS && (
            <Badge>+{platforms.length - SHOWN_PLATFORMS} more</Badge>
          )}
        </span>
      ),
    },
    {
      key: "status",
      header: "Status",
      cell: (row) => <StatusSelect row={row} onChange={actions.setStatus} />,
    },
    {
      key: "date",
      header: "Date",
      cell: (row) => (
        <div className="grid justify-items-start gap-1">
          <time dateTime={row.created_at} className="whitespace-nowrap">
            {formatDate(row.created_at)}
          </time>
          <span className="text-xs text-ink-2">{formatAge(row.created_at)}</span>
          <AnswerBadge row={row} week={week} short />
        </div>
      ),
    },
    {
      key: "actions",
      header: "Actions",
      cell: (row) => (
        <div className="flex gap-1">
          <ButtonLink size="sm" href={mailDraft(row, company)} aria-label={`Email ${row.name}`}>
            <Mail aria-hidden className="size-4" />
            Email
          </ButtonLink>
          <Menu
            trigger={
              <IconButton
                label={`More for ${row.name}`}
                icon={<Ellipsis aria-hidden />}
                className="!h-8 pointer-coarse:!h-11"
              />
            }
            actions={menuOf(row, actions)}
          />
        </div>
      ),
    },
  ];
  return (
    <Table
      caption="Contact submissions"
      columns={columns}
      rows={rows}
      setBack={({ is_spam }) => is_spam}
    />
  );
}
