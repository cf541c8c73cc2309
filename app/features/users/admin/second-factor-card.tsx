import { useQuery } from "@tanstack/react-query";
import { useOpened } from "#app/admin-kit/dialogs/use-opened.ts";
import { ListStates } from "#app/admin-kit/lists/list-states.tsx";
import type { SecondFactorRule } from "#app/lib/data/database.types.ts";
import { MESSAGES } from "#app/lib/errors/messages.ts";
import { formatDay } from "#app/lib/text/formats.ts";
import { Card, CardHeader } from "#app/ui/display/card.tsx";
import { SkeletonList } from "#app/ui/display/skeleton.tsx";
import { Button } from "#app/ui/inputs/button.tsx";
import { onDemand } from "#app/ui/on-demand.tsx";
import * as queries from "../queries.ts";
import { ROLES } from "../roles.ts";
import type { SecondFactorDialogProps } from "./second-factor-dialog.tsx";

const PARAM = "second-factor";

const SecondFactorDialog = onDemand<SecondFactorDialogProps>(
  async () => (await import("./second-factor-dialog.tsx")).SecondFactorDialog,
  ({ open }) => open,
);

/** Which roles need a second factor, and who has none yet. */
export function SecondFactorCard() {
  const { open, openAt, close } = useOpened(PARAM);
  const query = useQuery({
    queryKey: [queries.name, "second-factor"],
    queryFn: queries.secondFactorRules,
  });
  return (
    <Card className="mt-6">
      <CardHeader
        title="Second factor"
        aside={
          <Button size="sm" disabled={!query.data} onClick={() => openAt("rules")}>
            Change who needs one
          </Button>
        }
      />
      <p className="border-b border-line px-5 py-3 text-sm text-ink-2">
        A code from a phone at each sign-in. It protects an account even if its password is stolen.
      </p>
      <ListStates
        query={query}
        explain={MESSAGES.users.rulesLoad}
        loading={<SkeletonList count={2} label="Loading the rules…" itemClassName="h-8" />}
      >
        {(rules) => (
          <>
            <ul className="grid gap-1 px-5 py-3 text-sm">
              {rules
                .filter(({ people, required_from }) => people > 0 || required_from)
                .map((rule) => (
                  <li key={rule.role} className="flex flex-wrap justify-between gap-x-4">
                    <span className="font-medium">{ROLES[rule.role].name}</span>
                    <span className="text-ink-2">{stateOf(rule)}</span>
                  </li>
                ))}
            </ul>
            <SecondFactorDialog open={open} rules={rules} param={PARAM} onClose={close} />
          </>
        )}
      </ListStates>
    </Card>
  );
}

/** "Required from Dec 01, 2026. 2 of 3 have none yet." */
function stateOf({ required_from, people, without }: SecondFactorRule): string {
  const required = required_from ? `Required from ${formatDay(required_from)}` : "Optional";
  if (people === 0) return required;
  if (without === 0) return `${required}. Everyone has one.`;
  return `${required}. ${without} of ${people} ${without === 1 ? "has" : "have"} none yet.`;
}
