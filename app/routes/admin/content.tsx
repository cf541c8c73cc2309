import { Navigate, useNavigate } from "react-router";
import { oneOf, useUrlState } from "#app/admin-kit/lists/url-state.ts";
import { PageHeader } from "#app/admin-kit/shell/page-header.tsx";
import { catalogue, editorTabs } from "#app/content/catalogue.ts";
import { readFields } from "#app/features/contact_submissions/fields.ts";
import type { CheckText } from "#app/features/site_content/admin/content-field.tsx";
import { ContentSections } from "#app/features/site_content/admin/content-sections.tsx";
import { Tabs } from "#app/ui/display/tabs.tsx";
import type { Route } from "./+types/content";

export const meta: Route.MetaFunction = () => [
  { title: "Content Editor · Admin" },
  { name: "robots", content: "noindex" },
];

const ADDRESS = { tab: "home" };
const PAGES = editorTabs.map(({ page }) => page);
/** Pricing's texts stand above the price list, on its own screen. */
const ELSEWHERE = { pricing: "/admin/pricing" };

const check: CheckText = ({ content_key }, text) => {
  const problem = content_key === "fields_config" && readFields(text).problem;
  return problem ? `${problem} Visitors see the built-in form until it is mended.` : undefined;
};

export default function ContentEditor() {
  const [address, setAddress] = useUrlState(ADDRESS);
  const navigate = useNavigate();
  const tab = oneOf(PAGES, address.tab);
  if (tab === "pricing") return <Navigate to={ELSEWHERE.pricing} replace />;
  return (
    <>
      <PageHeader
        title="Content Editor"
        description="Each text is saved when you leave its field, and visitors see it within a second."
      />
      <Tabs
        label="Pages"
        value={tab}
        onValueChange={(next) =>
          next === "pricing"
            ? navigate(ELSEWHERE.pricing)
            : setAddress({ tab: next }, { push: true })
        }
        listClassName="grid-cols-2 sm:grid-cols-3 lg:grid-cols-6"
        tabs={editorTabs.map(({ page, label }) => ({
          value: page,
          label,
          panel: <ContentSections page={page} texts={catalogue[page]} check={check} />,
        }))}
      />
    </>
  );
}
