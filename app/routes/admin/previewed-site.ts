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
    const page = TEXT.exec(address)?.[1];
    if (page === "pricing") return { href: "/admin/pricing?texts=shown", label: "Pricing" };
    if (page) return { href: `/admin/content?tab=${page}`, label: "Content Editor" };
    const [table, place = ""] = address.split("/");
    if (table === "site_settings")
      return { href: `/admin/settings?tab=${tabOf(place)}`, label: "Site Settings" };
    const list = resources.find((one) => one.table === table);
    return list && { href: `${list.path}?edit=${place.split(".")[0]}`, label: list.menu.label };
  },
};

const tabOf = (key: string) => (SOCIAL.has(key) ? "social" : "general");
const SOCIAL = new Set(["facebook_url", "instagram_url", "linkedin_url", "twitter_url"]);
