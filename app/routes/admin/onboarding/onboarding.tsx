import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { Link } from "react-router";
import { focusWhenThere } from "#app/admin-kit/shell/focus-when-there.ts";
import { OnboardingScreen } from "#app/features/onboarding/admin/screen.tsx";
import { PUBLIC } from "#app/features/onboarding/read-public.ts";
import type { PublicText } from "#app/features/onboarding/rule/public-texts.ts";
import { stepOf } from "#app/features/onboarding/rule/steps.ts";
import { resources } from "#app/features/resources.ts";
import { useContentRows } from "#app/features/site_content/admin/editor.ts";
import { useSettings } from "#app/features/site_settings/admin/queries.ts";
import { resultsOf } from "../find/places.ts";
import { formsOf } from "./forms.tsx";
import { backTo } from "./way-back.tsx";

export default function Onboarding() {
  const settings = useSettings();
  const texts = useContentRows();
  useRecount(settings.data, texts.data);
  return <OnboardingScreen forms={formsOf(settings.data, texts.data)} LinkTo={LinkTo} />;
}

/** Recalculates the progress after these forms save. */
function useRecount(...stored: unknown[]) {
  const client = useQueryClient();
  const before = useRef(stored);
  useEffect(() => {
    const isSaved = stored.some((rows, at) => before.current[at] && before.current[at] !== rows);
    before.current = stored;
    if (isSaved) void client.invalidateQueries({ queryKey: PUBLIC });
  });
}

/** A link to where a text is edited: its field, its row's dialog, or the list if it has no row. */
function LinkTo({ text: { part, table, id, row } }: { text: PublicText }) {
  const place = resultsOf({ table, id: id ?? "", row })[0];
  const list = resources.find((resource) => resource.table === table);
  const to = (id || !list ? place?.to : list.path) ?? "/admin/content";
  return (
    <Link
      to={to}
      state={backTo(stepOf(part), to)}
      className="font-medium"
      onClick={() => place?.field && focusWhenThere(place.field)}
    >
      {place?.title}
    </Link>
  );
}
