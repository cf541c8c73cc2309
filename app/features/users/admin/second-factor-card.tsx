import { useQuery } from "@tanstack/react-query";
import { useOpened } from "#app/admin-kit/dialogs/use-opened.ts";
import type { SecondFactorRule } from "#app/lib/data/database.types.ts";
import { formatDay } from "#app/lib/text/formats.ts";
import { onDemand } from "#app/ui/on-demand.tsx";
import { USER_MESSAGES } from "../messages.ts";
import * as queries from "../queries.ts";
import { RulesCard } from "./rules-card.tsx";

const PARAM = "second-factor";

const SecondFactorDialog = onDemand(
  async () => (await import("./second-factor-dialog.tsx")).SecondFactorDialog,
);

/** Which roles need a second factor, and who has none yet. */
export function SecondFactorCard() {
  const { open, openAt, close } = useOpened(PARAM);
  const query = useQuery({
    queryKey: [queries.name, "second-factor"],
    queryFn: queries.secondFactorRules,
  });
  return (
    <RulesCard
      title="Two-step verification"
      about="A code from a phone at each sign-in. It protects an account even if its password is stolen."
      query={query}
      explain={USER_MESSAGES.rulesLoad}
      applies={({ required_from }) => required_from !== null}
      stateOf={stateOf}
      change="Change who needs it"
      onChange={() => openAt("rules")}
    >
      {(rules) => <SecondFactorDialog open={open} rules={rules} param={PARAM} onClose={close} />}
    </RulesCard>
  );
}

/** "Required from Dec 01, 2026. 2 of 3 haven't set it up yet." */
function stateOf({ required_from, people, without }: SecondFactorRule): string {
  const required = required_from ? `Required from ${formatDay(required_from)}` : "Optional";
  if (people === 0) return required;
  if (without === 0) return `${required}. Everyone has set it up.`;
  return `${required}. ${without} of ${people} ${without === 1 ? "hasn't" : "haven't"} set it up yet.`;
}
