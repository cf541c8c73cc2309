import { type ComponentType, useEffect, useState } from "react";
import { soon } from "#app/ui/soon.ts";
import { isUnderWay, useOnboarding } from "../queries.ts";
import { HeadSkeleton } from "./head-skeleton.tsx";

/**
 * Until the site is the owner's, the dashboard's head says what of it is still the demo's. The defaults it is
 * compared with are every text of the site: they come behind the first screen, and no more once it was put
 * away.
 */
export function OnboardingHead() {
  const wanted = isUnderWay(useOnboarding().data);
  const [code, setCode] = useState<{ Head: ComponentType }>();
  useEffect(() => {
    if (wanted) soon(async () => setCode(await import("./head.tsx")));
  }, [wanted]);
  if (!wanted) return null;
  return code ? <code.Head /> : <HeadSkeleton />;
}
