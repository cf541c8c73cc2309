import { Link } from "react-router";
import { focusWhenThere } from "#app/features/find/result.ts";
import type { PublicText } from "#app/features/onboarding/rule/public-texts.ts";
import { stepOf } from "#app/features/onboarding/rule/steps.ts";
import { resources } from "#app/features/resources.ts";
import { resultsOf } from "../find/places.ts";
import { backTo } from "./way-back.tsx";

/** Where a text is changed: its field, its row's dialog, or the list that has no row yet. */
export function LinkTo({ text: { part, table, id, row } }: { text: PublicText }) {
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
