import { useQuery } from "@tanstack/react-query";
import { useOpened } from "#app/admin-kit/dialogs/use-opened.ts";
import { onDemand } from "#app/ui/on-demand.tsx";
import { USER_MESSAGES } from "../messages.ts";
import * as queries from "../queries.ts";
import { RulesCard } from "./rules-card.tsx";

const PARAM = "publishing";

const PublishingDialog = onDemand(
  async () => (await import("./publishing-dialog.tsx")).PublishingDialog,
);

/** Which roles need someone else's approval before their changes go live. */
export function PublishingCard({ isOwner }: { isOwner: boolean }) {
  const { open, openAt, close } = useOpened(PARAM);
  const query = useQuery({
    queryKey: [queries.name, "publishing"],
    queryFn: queries.publishingRules,
  });
  return (
    <RulesCard
      title="Publishing"
      about="Who can publish alone, and who needs someone else's approval first."
      query={query}
      explain={USER_MESSAGES.publishingLoad}
      applies={({ needs_approval }) => needs_approval}
      stateOf={({ needs_approval }) =>
        needs_approval ? "Needs someone else's approval" : "Can publish without approval"
      }
      change="Change who needs approval"
      onChange={() => openAt("rules")}
    >
      {(rules) => (
        <PublishingDialog
          open={open}
          rules={rules}
          isOwner={isOwner}
          param={PARAM}
          onClose={close}
        />
      )}
    </RulesCard>
  );
}
