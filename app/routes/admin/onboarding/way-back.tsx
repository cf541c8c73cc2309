import { useState } from "react";
import { useLocation } from "react-router";
import type { StepId } from "#app/features/onboarding/rule/steps.ts";
import { onDemand } from "#app/ui/on-demand.tsx";
import { ONBOARDING } from "../navigation.ts";

/** What a link from a step carries, so that the screen it leads to can lead back. */
export const backTo = (step: StepId) => ({ backTo: `${ONBOARDING}?step=${step}` });

/** Most visits go nowhere from a step, and need none of it. */
const WayBackLink = onDemand<{ to: string | undefined }>(
  async () => (await import("./way-back-link.tsx")).WayBackLink,
  ({ to }) => to !== undefined,
);

/** On a screen that a step of "Make It Yours" led to: the way back, also after dialogs and tabs. */
export function WayBack() {
  const { pathname, state } = useLocation();
  const [way, setWay] = useState<{ at: string; to: string }>();
  const to = (state as Partial<ReturnType<typeof backTo>> | null)?.backTo;
  const next = to ? { at: pathname, to } : way?.at === pathname ? way : undefined;
  if (next?.at !== way?.at || next?.to !== way?.to) setWay(next);
  return <WayBackLink to={next?.to} />;
}
