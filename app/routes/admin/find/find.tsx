import { useMemo } from "react";
import { FindDialog } from "#app/features/find/find-dialog.tsx";
import type { Result } from "#app/features/find/result.ts";
import { resources } from "#app/features/resources.ts";
import { type Access, mayUse, type Right } from "#app/lib/access/access.ts";
import { useAccess } from "#app/lib/access/use-access.ts";
import type { FoundRow } from "#app/lib/data/database.types.ts";
import { leadsTo, navigationOf, screensFor } from "../navigation.ts";
import { resultsOf } from "./places.ts";

interface FindProps {
  open: boolean;
  onClose: () => void;
  onSignOut: () => void;
}

/** "Search the admin", with this admin's screens and actions. */
export function Find({ onSignOut, ...props }: FindProps) {
  const access = useAccess();
  const places = useMemo(() => placesOf(onSignOut, access), [onSignOut, access]);
  return <FindDialog {...props} places={places} resultsOf={(row) => rowsFor(access, row)} />;
}

/** Without what the person may not use. */
export function only(access: Access, results: readonly Result[]): readonly Result[] {
  const allowed = screensFor(all, access);
  return results.filter(
    ({ to, needs }) => (!to || leadsTo(allowed, to)) && (!needs || mayUse(access, needs)),
  );
}

const rowsFor = (access: Access, row: FoundRow) =>
  only(access, resultsOf(row)).map((result) =>
    // Who may not edit a file finds it in the list.
    row.table === "media_library" && !access.editContent
      ? { ...result, to: `/admin/media?${new URLSearchParams({ q: result.title })}` }
      : result,
  );

const all = navigationOf(resources);

/** Search synonyms for each screen, by path. */
export const SYNONYMS: Record<string, string> = {
  "/admin/dashboard": "home start overview figures",
  "/admin/content": "texts copy words pages headline",
  "/admin/pricing": "prices rates fees",
  "/admin/media": "images pictures photos videos files documents",
  "/admin/services": "offers",
  "/admin/faqs": "questions answers help",
  "/admin/testimonials": "reviews quotes customers",
  "/admin/team-members": "people staff photos",
  "/admin/saved-replies": "templates snippets canned",
  "/admin/announcements": "banners news notices",
  "/admin/users": "colleagues accounts admins people roles permissions",
  "/admin/settings":
    "preferences configuration company email phone address opening hours time zone",
  "/admin/webhooks": "integrations api slack teams zapier",
  "/admin/seo": "search google ranking keywords",
  "/admin/site-health": "check audit broken links alt accessibility problems seo titles",
  "/admin/contact-manager": "leads inbox messages inquiries customers",
  "/admin/unmatched-email": "inbound mail mailbox answers replies imap unknown sender",
  "/admin/insights":
    "won lost conversion win rate revenue sources campaigns report statistics visitors traffic analytics funnel vitals",
  "/admin/history": "versions changes undo restore log",
  "/admin/audit-log": "security sign-ins logins roles exports who access trail",
  "/admin/system": "backups health status errors email keys security",
  "/admin/account":
    "profile name sessions devices browsers digest two-factor 2fa mfa authenticator recovery codes",
  "/admin/first-hour": "setup onboarding demo",
};

const screens: Result[] = all.map(({ to, label }) => ({
  key: to,
  kind: "Screen",
  title: label,
  synonyms: SYNONYMS[to] ?? "",
  to,
}));

/** Site Settings tabs that the search finds by name: title, tab, synonyms, right. */
const TABS = (
  [
    ["Branding", "branding", "logo favicon colors sharing image"],
    ["Social Media", "social", "facebook instagram linkedin twitter x"],
    [
      "Analytics",
      "analytics",
      "google tag manager tracking measurement consent cookies",
      "administer",
    ],
    ["Privacy", "privacy", "gdpr ccpa erase delete cookies"],
    ["Lead Notifications", "notices", "notifications email digest recipients", "administer"],
  ] satisfies [title: string, tab: string, synonyms: string, right?: Right][]
).map(([title, tab, synonyms, right]) => ({
  key: `settings/${tab}`,
  kind: "Screen",
  title: `Site Settings: ${title}`,
  synonyms,
  to: `/admin/settings?tab=${tab}`,
  ...(right && { needs: [right] }),
}));

const action = (title: string, synonyms: string, does: Pick<Result, "to" | "run" | "needs">) => ({
  key: `action/${title}`,
  kind: "Action",
  title,
  synonyms,
  ...does,
});

const actions: Result[] = [
  ...resources.map(({ path, words: { add } }) =>
    action(add, "new create", { to: `${path}?edit=new` }),
  ),
  action("Upload files", "new add image picture photo", {
    to: "/admin/media?upload=new",
    needs: ["editContent"],
  }),
  action("Invite a colleague", "new add user admin", { to: "/admin/users?invite=new" }),
  action("Change your password", "new reset", { to: "/admin/account" }),
  action("Add webhook", "new create", { to: "/admin/webhooks?edit=new" }),
  action("View Live Site", "website visit open", { run: () => window.open("/", "_blank") }),
  {
    key: "help/colors",
    kind: "Help",
    title: "Dark mode",
    detail: "The admin follows your device's setting.",
    synonyms: "theme appearance night light colors",
  },
];

/** The screens, then the global actions, as far as the person may use them. */
export const placesOf = (onSignOut: () => void, access: Access): readonly Result[] =>
  only(access, [
    ...screens,
    ...TABS,
    ...actions,
    action("Sign Out", "log off leave logout", { run: onSignOut }),
  ]);
