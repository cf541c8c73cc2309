import { Navigate, useNavigate } from "react-router";
import { oneOf, useUrlState } from "#app/admin-kit/lists/url-state.ts";
import { PreviewArea } from "#app/admin-kit/preview/area.tsx";
import { PageHeader } from "#app/admin-kit/shell/page-header.tsx";
import { catalogue, editorTabs } from "#app/content/catalogue.ts";
import type { ContentRow } from "#app/content/index.ts";
import { readFields } from "#app/features/contact_submissions/fields.ts";
import type { CheckText } from "#app/features/site_content/admin/content-field.tsx";
import { ContentSections } from "#app/features/site_content/admin/content-sections.tsx";
import { noteOnHours } from "#app/features/site_content/admin/office-week.ts";
import { readStates } from "#app/lib/domain/places/states.ts";
import { Tabs } from "#app/ui/display/tabs.tsx";

const ADDRESS = { tab: "home" };
const PAGES = editorTabs.map(({ page }) => page);
/** The pricing texts are edited above the price list, on its own screen. */
const ELSEWHERE = { pricing: "/admin/pricing" };

const check: CheckText = (row, text) => {
  const problem = row.content_key === "fields_config" && readFields(text).problem;
  return problem
    ? `${problem} Visitors see the built-in form until this is fixed.`
    : (noteOnHours(row, text) ?? noteOnStates(row, text));
};

/** A note on entries of a transit zone that are no US state: the map can't show them. */
function noteOnStates(row: ContentRow, text: string): string | undefined {
  if (row.section_name !== "shipping" || !/^zone_\d_states$/.test(row.content_key))
    return undefined;
  const { unknown } = readStates(text);
  return unknown.length > 0
    ? `Not a US state, so not on the map: ${unknown.join(", ")}. Visitors still read it in the table.`
    : undefined;
}

export default function ContentEditor() {
  const [address, setAddress] = useUrlState(ADDRESS);
  const navigate = useNavigate();
  const tab = oneOf(PAGES, address.tab);
  if (tab === "pricing") return <Navigate to={ELSEWHERE.pricing} replace />;

  /** A text of another page was clicked in the preview. */
  function showTabOf(address: string) {
    const page = PAGES.find((one) => address.startsWith(`site_content/${one}.`));
    if (!page || page === "pricing") return false;
    setAddress({ tab: page }, { push: true });
    return true;
  }
  return (
    <PreviewArea path={tab === "home" ? "/" : `/${tab}`} onElsewhere={showTabOf}>
      {(previewButton) => (
        <>
          <PageHeader actions={previewButton} />
          <Tabs
            label="Pages"
            value={tab}
            onValueChange={(next) =>
              next === "pricing"
                ? navigate(ELSEWHERE.pricing)
                : setAddress({ tab: next }, { push: true })
            }
            listClassName="grid-cols-2 @md:grid-cols-3 @2xl:grid-cols-6"
            tabs={editorTabs.map(({ page, label }) => ({
              value: page,
              label,
              panel: <ContentSections page={page} texts={catalogue[page]} check={check} />,
            }))}
          />
        </>
      )}
    </PreviewArea>
  );
}
