import { type ReactNode, useEffect, useMemo, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { AfterSaveHere } from "#app/admin-kit/forms/after-save.ts";
import type { StepId } from "#app/features/onboarding/rule/steps.ts";
import { onDemand } from "#app/ui/on-demand.tsx";
import { ONBOARDING } from "../navigation.ts";

/** Parameters of an address that hold a dialog open. */
const DIALOGS = ["edit", "invite"];

const asksForDialog = (search: string) => {
  const params = new URLSearchParams(search);
  return DIALOGS.some((name) => params.has(name));
};

/**
 * What a link from a step carries, so that the screen it leads to can lead back: by itself where the step asks
 * for the one thing in a dialog, else when the person says so.
 */
export const backTo = (step: StepId, to: string) => ({
  backTo: `${ONBOARDING}?step=${step}`,
  returns: asksForDialog(to.split("?")[1] ?? ""),
});

type Way = ReturnType<typeof backTo> & { at: string };

/** Most visits go nowhere from a step, and need none of it. */
const WayBackLink = onDemand<{ to: string | undefined }>(
  async () => (await import("./way-back-link.tsx")).WayBackLink,
  ({ to }) => to !== undefined,
);

/** On a screen that a step of "Make It Yours" led to: the way back, also after dialogs and tabs. */
export function WayBack({ children }: { children: ReactNode }) {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const [kept, setKept] = useState<Way>();
  const [leaving, setLeaving] = useState(false);
  const led = state as Partial<Way> | null;
  const to = led?.backTo ?? (kept?.at === pathname ? kept.backTo : undefined);
  const returns = led?.backTo ? led.returns === true : kept?.returns === true;
  if (to !== kept?.backTo || (to && (pathname !== kept?.at || returns !== kept.returns)))
    setKept(to ? { at: pathname, backTo: to, returns } : undefined);
  useEffect(() => {
    // The dialog closes first: the guard against loss has let go by then.
    if (!leaving || (to && asksForDialog(search))) return;
    setLeaving(false);
    if (to) void navigate(to, { replace: true });
  }, [leaving, to, search, navigate]);
  const after = useMemo(
    () =>
      to && {
        label: "Back to Make It Yours",
        returns,
        // The message with this button outlasts the screen.
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
