import { useQuery } from "@tanstack/react-query";
import { useOpened } from "#app/admin-kit/dialogs/use-opened.ts";
import { ListStates } from "#app/admin-kit/lists/list-states.tsx";
import { MESSAGES } from "#app/lib/errors/messages.ts";
import { Card, CardHeader } from "#app/ui/display/card.tsx";
import { SkeletonList } from "#app/ui/display/skeleton.tsx";
import { Button } from "#app/ui/inputs/button.tsx";
import { onDemand } from "#app/ui/on-demand.tsx";
import * as queries from "../queries.ts";
import { ROLES } from "../roles.ts";
import type { PublishingDialogProps } from "./publishing-dialog.tsx";

const PARAM = "publishing";

const PublishingDialog = onDemand<PublishingDialogProps>(
  async () => (await import("./publishing-dialog.tsx")).PublishingDialog,
  ({ open }) => open,
);

/** Which roles need someone else's approval before their changes go live. */
export function PublishingCard({ isOwner }: { isOwner: boolean }) {
  const { open, openAt, close } = useOpened(PARAM);
  const query = useQuery({
    queryKey: [queries.name, "publishing"],
    queryFn: queries.publishingRules,
  });
  return (
    <Card className="mt-6">
      <CardHeader
        title="Publishing"
        aside={
          <Button size="sm" disabled={!query.data} onClick={() => openAt("rules")}>
            Change who needs an approval
          </Button>
        }
      />
      <p className="border-b border-line px-5 py-3 text-sm text-ink-2">
        Who can change the live site alone, and who needs someone else to approve it first.
      </p>
      <ListStates
        query={query}
        explain={MESSAGES.users.publishingLoad}
        loading={<SkeletonList count={2} label="Loading the rules…" itemClassName="h-8" />}
      >
        {(rules) => (
          <>
            <ul className="grid gap-1 px-5 py-3 text-sm">
              {rules
                .filter(({ people, needs_approval }) => people > 0 || needs_approval)
                .map(({ role, needs_approval }) => (
                  <li key={role} className="flex flex-wrap justify-between gap-x-4">
                    <span className="font-medium">{ROLES[role].name}</span>
                    <span className="text-ink-2">
                      {needs_approval ? "Needs an approval by someone else" : "Publishes alone"}
                    </span>
                  </li>
                ))}
            </ul>
            <PublishingDialog
              open={open}
              rules={rules}
              isOwner={isOwner}
              param={PARAM}
              onClose={close}
            />
          </>
        )}
      </ListStates>
    </Card>
  );
}
