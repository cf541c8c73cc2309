import { index, layout, prefix, type RouteConfig, route } from "@react-router/dev/routes";
import { resources } from "./features/resources-on-disk.ts";
import { iconPaths } from "./lib/page/head/icons.ts";
import { sharePaths } from "./lib/page/head/share-images.ts";

/** Each resource's screen. Pricing combines more than a list, so it has its own route. */
const lists = resources
  .filter(({ path }) => path !== "/admin/pricing")
  .map(({ table, path }) =>
    route(path.replace("/admin/", ""), `features/${table}/admin/screen.tsx`),
  );

const images = [...iconPaths, ...sharePaths.keys()].map((path) =>
  route(path.slice(1), "routes/site/image.ts", { id: path }),
);

export default [
  layout("routes/site/layout.tsx", [
    index("routes/site/home.tsx"),
    route("services", "routes/site/services.tsx"),
    route("sourcing", "routes/site/sourcing.tsx"),
    route("pricing", "routes/site/pricing.tsx"),
    route("why-us", "routes/site/why-us.tsx"),
    route("faqs", "routes/site/faqs.tsx"),
    route("contact", "routes/site/contact.tsx"),
    route("privacy", "routes/site/privacy.tsx"),
  ]),
  route("sitemap.xml", "routes/site/sitemap.ts"),
  route("robots.txt", "routes/site/robots.ts"),
  route(".well-known/security.txt", "routes/site/security-txt.ts"),
  route("manifest.webmanifest", "routes/site/manifest.ts"),
  ...images,
  layout("routes/admin/layout.tsx", [
    ...prefix("admin", [
      route("login", "routes/admin/login.tsx"),
      route("confirm", "routes/admin/confirm.tsx"),
      layout("routes/admin/protected.tsx", [
        index("routes/admin/dashboard.tsx", { id: "admin-index" }),
        route("dashboard", "routes/admin/dashboard.tsx"),
        route("content", "routes/admin/content.tsx"),
        route("media", "routes/admin/media.tsx"),
        route("pricing", "routes/admin/pricing.tsx"),
        route("users", "routes/admin/administration/users.tsx"),
        route("settings", "routes/admin/settings.tsx"),
        route("seo", "routes/admin/seo.tsx"),
        route("site-health", "routes/admin/administration/site-health.tsx"),
        route("webhooks", "routes/admin/webhooks/webhooks.tsx"),
        route("first-hour", "routes/admin/onboarding/onboarding.tsx"),
        route("history", "routes/admin/history.tsx"),
        route("audit-log", "routes/admin/administration/audit-log.tsx"),
        route("system", "routes/admin/administration/system.tsx"),
        route("insights", "routes/admin/inbox/insights.tsx"),
        route("unmatched-email", "routes/admin/inbox/unmatched.tsx"),
        route("contact-manager", "routes/admin/contact-manager.tsx"),
        route("account", "routes/admin/administration/account.tsx"),
        ...lists,
      ]),
    ]),
  ]),
  layout("routes/site/layout.tsx", { id: "not-found-layout" }, [
    route("*", "routes/site/not-found.tsx"),
  ]),
] satisfies RouteConfig;
