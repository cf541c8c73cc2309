import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { OnboardingScreen } from "#app/features/onboarding/admin/screen.tsx";
import { PUBLIC } from "#app/features/onboarding/read-public.ts";
import { useContentRows } from "#app/features/site_content/admin/editor.ts";
import { useSettings } from "#app/features/site_settings/admin/queries.ts";
import { headOf } from "../navigation.ts";
import type { Route } from "./+types/onboarding";
import { formsOf } from "./forms.tsx";
import { LinkTo } from "./link-to.tsx";

export const meta: Route.MetaFunction = () => [
  { title: "Make It Yours · Admin" },
  { name: "robots", content: "noindex" },
];

export default function Onboarding() {
  const settings = useSettings();
  const texts = useContentRows();
  useRecount(settings.data, texts.data);
  return (
    <OnboardingScreen
      head={headOf("/admin/first-hour")}
      forms={formsOf(settings.data, texts.data)}
      LinkTo={LinkTo}
    />
  );
}

/** Counts again after what the forms here save. */
function useRecount(...stored: unknown[]) {
  const client = useQueryClient();
  const before = useRef(stored);
  useEffect(() => {
    const isSaved = stored.some((rows, at) => before.current[at] && before.current[at] !== rows);
    before.current = stored;
    if (isSaved) void client.invalidateQueries({ queryKey: PUBLIC });
  });
}
