import { catalogueFields } from "#app/content/index.ts";
import { checkText } from "#app/features/site_content/admin/editor.ts";
import { checkSetting } from "#app/features/site_settings/schema.ts";
import { post } from "./refusal.ts";
import type { Rule } from "./rules.ts";

/** A text in the catalog, left blank. */
function text(page: string, section: string, key: string): Rule {
  const found = catalogueFields.find(
    ({ page_name, section_name, content_key }) =>
      page_name === page && section_name === section && content_key === key,
  );
  const where = `page_name=eq.${page}&section_name=eq.${section}&content_key=eq.${key}`;
  return {
    said: () => {
      const kind = { content_key: key, content_type: found?.field.type ?? "" };
      const checked = checkText(kind, " ", found?.field.required);
      return "error" in checked ? checked.error : undefined;
    },
    sent: post("admin", `/rest/v1/site_content?${where}`, { content_value: " " }, "PATCH"),
  };
}

/** A setting, left blank. */
const setting = (key: string, type: Parameters<typeof checkSetting>[1]): Rule => ({
  said: () => {
    const checked = checkSetting(key, type, " ");
    return "error" in checked ? checked.error : undefined;
  },
  sent: post(
    "admin",
    `/rest/v1/site_settings?setting_key=eq.${key}`,
    { setting_value: " " },
    "PATCH",
  ),
});

/** Errors of texts that can't be blank (rules E-6 and S-1). */
export const blankRules: Record<string, Rule> = {
  "Please choose a time zone": setting("time_zone", "text"),
  "Please enter a title. Every page needs a headline": text("home", "hero", "title"),
  "Please enter a button label. Visitors can't send the form without one": text(
    "contact",
    "contact_form",
    "submit_button",
  ),
  "Please enter a title. It appears in browser tabs and search results": setting(
    "site_title",
    "text",
  ),
  "Please enter the company name. It appears on every page": setting("company_name", "text"),
  "Please enter the question that visitors are asked": setting("consent_text", "textarea"),
  "Please enter the address that receives messages": setting("contact_email", "email"),
};
