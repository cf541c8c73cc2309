import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { FirstHourScreen } from "#app/features/first_hour/admin/screen.tsx";
import { PUBLIC } from "#app/features/first_hour/read-public.ts";
import { useContentRows } from "#app/features/site_content/admin/editor.ts";
import { useSettings } from "#app/features/site_settings/admin/queries.ts";
import { headOf } from "../navigation.ts";
import type { Route } from "./+types/first-hour";
import { formsOf } from "./forms.tsx";
import { LinkTo } from "./link-to.tsx";

export const meta: Route.MetaFunction = () => [
  { title: "Make It Yours · Admin" },
  { name: "robots", content: "noindex" },
];

export default function FirstHour() {
  const settings = useSettings();
  const texts = useContentRows();
  useRecount(settings.data, texts.data);
  return (
    <FirstHourScreen
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
