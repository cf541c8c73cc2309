import CircleUserRound from "lucide-react/icons/circle-user-round";
import Flag from "lucide-react/icons/flag";
import HeartPulse from "lucide-react/icons/heart-pulse";
import HistoryIcon from "lucide-react/icons/history";
import Image from "lucide-react/icons/image";
import LayoutDashboard from "lucide-react/icons/layout-dashboard";
import PenLine from "lucide-react/icons/pen-line";
import ScrollText from "lucide-react/icons/scroll-text";
import Search from "lucide-react/icons/search";
import Server from "lucide-react/icons/server";
import Settings from "lucide-react/icons/settings";
import Users from "lucide-react/icons/users";
import Webhook from "lucide-react/icons/webhook";
import type { ScreenHead } from "#app/admin-kit/shell/page-header.tsx";
import type { ScreenShape } from "#app/admin-kit/shell/screen-skeleton.tsx";
import type { SidebarLink } from "#app/admin-kit/shell/sidebar.tsx";
import { type Access, mayUse, type Right } from "#app/lib/access/access.ts";
import type { AnyDeclaration } from "#app/lib/data/declaration.ts";
import { INBOX_SCREENS, LIST } from "./inbox/screens.ts";

export interface Screen extends SidebarLink {
  head: ScreenHead;
  shape: ScreenShape;
  /** the rights of which one opens it */
  needs: readonly Right[];
  /** the tens digit is the menu group, the ones digit the position in it */
  place: number;
  /** the path of the screen that shows it as a tab; people who may use that screen see no menu link */
  parentScreen?: string;
  /** its tab label, if different from its label */
  tab?: string;
}

/** First in the menu until it is done. */
export const ONBOARDING = "/admin/first-hour";

/** Everyone's own. Not in a menu group: the name at the end of the menu leads there. */
export const ACCOUNT = "/admin/account";

/** The screens that are not plain lists. */
const SCREENS: Screen[] = [
  ...INBOX_SCREENS,
  {
    place: 1,
    to: "/admin/dashboard",
    needs: ["editContent", "handleLeads"],
    label: "Dashboard",
    Icon: LayoutDashboard,
    head: { title: "Dashboard", description: "What's waiting for you, and what's new." },
    shape: {
      parts: ["h-52", "h-52", "h-24 lg:col-span-2", "h-56 lg:col-span-2", "h-64", "h-64"],
      grid: "grid gap-4 lg:grid-cols-[17rem_minmax(0,1fr)]",
    },
  },
  {
    place: 10,
    to: "/admin/content",
    needs: ["editContent"],
    label: "Content Editor",
    Icon: PenLine,
    head: {
      title: "Content Editor",
      description: "Text saves when you leave a field.",
    },
    shape: { action: "w-28", above: "tabs", parts: ["h-56", "h-56", "h-56"], grid: "grid gap-4" },
  },
  {
    place: 18,
    to: "/admin/media",
    needs: ["editContent", "handleLeads"],
    label: "Media Library",
    Icon: Image,
    head: { title: "Media Library", description: "Images, videos and documents for the website." },
    shape: {
      action: "w-25",
      above: 1,
      parts: Array(8).fill("h-28 rounded-lg sm:h-64"),
      grid: "grid gap-3 sm:grid-cols-[repeat(auto-fill,minmax(min(13.75rem,50%_-_0.5rem),1fr))] sm:gap-4",
      wide: true,
    },
  },
  {
    place: 21,
    to: "/admin/users",
    needs: ["administer"],
    label: "Users",
    Icon: Users,
    head: {
      title: "User Management",
      description: "Everyone with an account. Roles decide who can use what.",
    },
    shape: { ...LIST, action: "w-44", above: 0, parts: Array(5).fill("h-16") },
  },
  {
    place: 20,
    to: "/admin/settings",
    needs: ["editContent"],
    label: "Site Settings",
    Icon: Settings,
    head: {
      title: "Site Settings",
      description: "Fields save when you leave them.",
    },
    shape: { action: "w-28", parts: Array(5).fill("h-20"), grid: "grid max-w-3xl gap-3" },
  },
  {
    place: 31,
    to: "/admin/site-health",
    needs: ["editContent"],
    label: "Site health",
    Icon: HeartPulse,
    head: { title: "Site health", description: "Finds problems on your public pages." },
    shape: { action: "w-36", parts: ["h-56"] },
  },
  {
    place: 32,
    to: "/admin/webhooks",
    needs: ["administer"],
    label: "Webhooks",
    Icon: Webhook,
    head: {
      title: "Webhooks",
      description: "Send new leads, status changes and bookings to other systems.",
    },
    shape: { ...LIST, action: "w-40", above: 0, parts: Array(3).fill("h-16") },
  },
  {
    place: 30,
    to: "/admin/seo",
    needs: ["administer"],
    label: "SEO Tools",
    Icon: Search,
    head: {
      title: "SEO and Marketing Tools",
      description: "A sample report with example numbers. Nothing is measured yet.",
    },
    shape: { action: "w-33", above: "tabs", parts: ["h-96"] },
  },
  {
    place: 22,
    to: "/admin/history",
    needs: ["editContent"],
    label: "History",
    Icon: HistoryIcon,
    head: {
      title: "History",
      description: "Who changed what, and when. Restore anything that was changed or deleted.",
    },
    shape: { ...LIST, action: undefined, parts: Array(5).fill("h-16") },
  },
  {
    place: 23,
    to: "/admin/audit-log",
    needs: ["administer"],
    label: "Audit log",
    Icon: ScrollText,
    head: {
      title: "Audit log",
      description: "Sign-ins, roles, exports and security settings: who, when and from where.",
    },
    shape: { ...LIST, action: "w-37", parts: Array(5).fill("h-16") },
  },
  {
    place: 33,
    to: "/admin/system",
    needs: ["administer"],
    label: "System",
    Icon: Server,
    head: { title: "System", description: "Health, backups and email." },
    shape: { parts: ["h-96", "h-96"], grid: "grid items-start gap-4 xl:grid-cols-2" },
  },
  {
    place: 0,
    to: ONBOARDING,
    needs: ["administer"],
    label: "Make It Yours",
    Icon: Flag,
    head: {
      title: "Make It Yours",
      description: "Replace the demo company with yours, step by step.",
    },
    shape: { parts: ["h-36", ...Array(6).fill("h-16")], grid: "grid max-w-3xl gap-3" },
  },
  {
    place: 90,
    to: ACCOUNT,
    needs: ["editContent", "handleLeads"],
    label: "Your account",
    Icon: CircleUserRound,
    head: { title: "Your account", description: "Your name, and how and where you sign in." },
    shape: { parts: ["h-44", "h-72", "h-36", "h-32", "h-48"], grid: "grid max-w-3xl gap-4" },
  },
];

/** All screens in menu order (rule W-1): these, and one for each list. */
export const navigationOf = (resources: readonly AnyDeclaration[]): Screen[] =>
  [
    ...SCREENS,
    ...resources.map(({ path, menu, title, description, needs = ["editContent"] }) => ({
      ...menu,
      to: path,
      needs,
      head: { title, description },
      shape: LIST,
    })),
  ].toSorted((a, b) => a.place - b.place);

/** The screens that a person may use. */
export const screensFor = (screens: readonly Screen[], access: Access): Screen[] =>
  screens.filter(({ needs }) => mayUse(access, needs));

/** Whether an address such as "/admin/faqs?edit=new" is of one of the screens. */
export const leadsTo = (screens: readonly SidebarLink[], address: string): boolean =>
  screens.some(({ to }) => to === address.split("?")[0]);

/** The screen at a path such as "/admin/faqs"; "/admin" is the dashboard. */
export function screenAt<Link extends SidebarLink>(
  screens: readonly Link[],
  pathname: string,
): Link {
  const path = pathname.replace(/\/$/, "").replace(/^\/admin$/, "/admin/dashboard");
  const found = screens.find(({ to }) => path === to);
  if (!found) throw new Error(`No screen has the address ${pathname}.`);
  return found;
}
