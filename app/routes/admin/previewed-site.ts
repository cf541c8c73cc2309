import type { PreviewedSite } from "#app/admin-kit/preview/site.ts";
import { navigation } from "#app/content/names.ts";
import { resources } from "#app/features/resources.ts";

const TEXT = /^site_content\/([a-z-]+)\./;

const pathOf = (page: string) => (page === "home" ? "/" : `/${page}`);

/** What the admin's previews know about the site. */
export const previewedSite: PreviewedSite = {
  pages: navigation.map(({ to, label }) => ({ path: to, label })),
  pageOf(address) {
    const page = TEXT.exec(address)?.[1];
    return page && pathOf(page);
  },
  screenOf(address) {
    const [table = "", place = ""] = address.split("/");
    const dot = place.indexOf(".");
    const [row, column] = dot < 0 ? [place, ""] : [place.slice(0, dot), place.slice(dot + 1)];
    const inPage = { field: column, inDialog: false };
    if (table === "site_content" && row === "pricing")
      return { href: "/admin/pricing?texts=shown", label: "Pricing", ...inPage };
    if (table === "site_content")
      return { href: `/admin/content?tab=${row}`, label: "Content Editor", ...inPage };
    if (table === "site_settings") {
      const href = `/admin/settings?tab=${tabOf(place)}`;
      return { href, label: "Site Settings", field: place, inDialog: false };
    }
    const list = resources.find((one) => one.table === table);
    const edit = row && `?edit=${row}`;
    return (
      list && { href: list.path + edit, label: list.menu.label, field: column, inDialog: true }
    );
  },
};

/** As the settings' own tabs, whose code is too much for the admin's first load. */
const tabOf = (key: string) =>
  SOCIAL.has(key)
    ? "social"
    : BRANDING.has(key)
      ? "branding"
      : key === "privacy_text"
        ? "privacy"
        : "general";
const SOCIAL = new Set(["facebook_url", "instagram_url", "linkedin_url", "twitter_url"]);
const BRANDING = new Set([
  "logo_url",
  "favicon_url",
  "og_image_url",
  "brand_color_primary",
  "brand_color_secondary",
]);
