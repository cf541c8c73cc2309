import { useQuery } from "@tanstack/react-query";
import CircleCheck from "lucide-react/icons/circle-check";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { ListStates } from "#app/admin-kit/lists/list-states.tsx";
import { PageHeader } from "#app/admin-kit/shell/page-header.tsx";
import type { ScreenHead } from "#app/admin-kit/shell/screen-skeleton.tsx";
import { MESSAGES } from "#app/lib/errors/messages.ts";
import { Cause } from "#app/ui/display/cause.tsx";
import { SkeletonList } from "#app/ui/display/skeleton.tsx";
import { systemQuery } from "../queries.ts";
import { type Trouble, troublesOf } from "../troubles.ts";
import { BackupsCard } from "./backups-card.tsx";
import { ErrorsCard } from "./errors-card.tsx";
import { FactsCard } from "./facts-card.tsx";
import { KeysCard } from "./keys-card.tsx";
import { MailCard } from "./mail-card.tsx";
import { ScheduleCard } from "./schedule-card.tsx";
import { WebhooksCard } from "./webhooks-card.tsx";

/** How the site is, what is wrong with it, and its backups. */
export function SystemScreen({ head }: { head: ScreenHead }) {
  const query = useQuery(systemQuery);
  return (
    <>
      <PageHeader {...head} />
      <ListStates
        query={query}
        explain={MESSAGES.system.load}
        loading={<SkeletonList count={4} label="Loading system status…" itemClassName="h-40" />}
      >
        {(facts) => (
          <>
            <Troubles troubles={troublesOf(facts)} />
            <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 xl:grid-cols-2">
              <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
                <BackupsCard database={facts.database} server={facts.server} />
                {facts.server && <ErrorsCard errors={facts.server.errors} />}
              </div>
              <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
                <FactsCard {...facts} />
                <MailCard {...facts} />
                <WebhooksCard {...facts} />
                <ScheduleCard {...facts} />
                <KeysCard {...facts} />
              </div>
            </div>
          </>
        )}
      </ListStates>
    </>
  );
}

function Troubles({ troubles }: { troubles: Trouble[] }) {
  if (troubles.length === 0)
    return (
      <p className="flex items-center gap-3 rounded-lg border border-success/40 bg-success-soft px-5 py-4 text-sm font-medium">
        <CircleCheck aria-hidden className="size-5 shrink-0 text-success" />
        Everything works.
      </p>
    );
  return (
    <ul aria-label="Needs attention" className="grid gap-2">
      {troubles.map(({ what, cause, fix }) => (
        <li
          key={what}
          className="flex gap-3 rounded-lg border border-danger/50 bg-danger-soft px-5 py-3 text-sm"
        >
          <TriangleAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-danger" />
          <div className="grid min-w-0 gap-0.5 wrap-anywhere">
            <p className="font-semibold text-danger">{what}</p>
            {cause && <Cause {...cause} />}
            <p className="max-w-prose text-ink">{fix}</p>
          </div>
        </li>
      ))}
    </ul>
  );
}
