import { type ComponentType, useEffect, useState } from "react";
import { prefetch } from "#app/ui/prefetch.ts";
import { isUnderWay, useOnboarding } from "../queries.ts";
import { HeadSkeleton } from "./head-skeleton.tsx";

/**
 * Until onboarding is over, the dashboard's head shows the remaining demo content. Its code
 * includes every default text of the site, so it loads after the first screen, unless dismissed.
 */
export function OnboardingHead() {
  const underWay = isUnderWay(useOnboarding().data);
  const [code, setCode] = useState<{ Head: ComponentType }>();
  useEffect(() => {
    if (underWay) prefetch(async () => setCode(await import("./head.tsx")));
  }, [underWay]);
  if (!underWay) return null;
  return code ? <code.Head /> : <HeadSkeleton />;
}
