import { type ReactNode, useEffect, useMemo, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { AfterSaveHere } from "#app/admin-kit/forms/after-save.ts";
import type { StepId } from "#app/features/onboarding/rule/steps.ts";
import { onDemand } from "#app/ui/on-demand.tsx";
import { ONBOARDING } from "../navigation.ts";

/** URL parameters that keep a dialog open. */
const DIALOGS = ["edit", "invite"];

const asksForDialog = (search: string) => {
  const params = new URLSearchParams(search);
  return DIALOGS.some((name) => params.has(name));
};

/**
 * A step link's state, so that the target screen can lead back: automatically if the step needs one
 * dialog, otherwise on request.
 */
export const backTo = (step: StepId, to: string) => ({
  backTo: `${ONBOARDING}?step=${step}`,
  returns: asksForDialog(to.split("?")[1] ?? ""),
});

type Way = ReturnType<typeof backTo> & { at: string };

/** Most visits don't come from a step, and need none of this code. */
const WayBackLink = onDemand<{ to: string | undefined }>(
  async () => (await import("./way-back-link.tsx")).WayBackLink,
  { isNeeded: ({ to }) => to !== undefined },
);

/** On a screen opened from a step of "Make It Yours": a link back, kept across dialogs and tabs. */
export function WayBack({ children }: { children: ReactNode }) {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const [lastWay, setLastWay] = useState<Way>();
  const [leaving, setLeaving] = useState(false);
  const led = state as Partial<Way> | null;
  const to = led?.backTo ?? (lastWay?.at === pathname ? lastWay.backTo : undefined);
  const returns = led?.backTo ? led.returns === true : lastWay?.returns === true;
  if (to !== lastWay?.backTo || (to && (pathname !== lastWay?.at || returns !== lastWay.returns)))
    setLastWay(to ? { at: pathname, backTo: to, returns } : undefined);
  useEffect(() => {
    // Wait until the dialog has closed: by then the unsaved-changes guard is off.
    if (!leaving || (to && asksForDialog(search))) return;
    setLeaving(false);
    if (to) void navigate(to, { replace: true });
  }, [leaving, to, search, navigate]);
  const after = useMemo(
    () =>
      to && {
        label: "Back to Make It Yours",
        returns,
        // The toast with this button outlives the screen.
        go: () => (returns ? setLeaving(true) : void navigate(to)),
      },
    [to, returns, navigate],
  );
  return (
    <AfterSaveHere value={after || undefined}>
      {children}
      <WayBackLink to={to} />
    </AfterSaveHere>
  );
}
