import Flag from "lucide-react/icons/flag";
import HistoryIcon from "lucide-react/icons/history";
import Image from "lucide-react/icons/image";
import Inbox from "lucide-react/icons/inbox";
import LayoutDashboard from "lucide-react/icons/layout-dashboard";
import PenLine from "lucide-react/icons/pen-line";
import Server from "lucide-react/icons/server";
import Settings from "lucide-react/icons/settings";
import TrendingUp from "lucide-react/icons/trending-up";
import Users from "lucide-react/icons/users";
import Webhook from "lucide-react/icons/webhook";
import type { ScreenHead, ScreenShape } from "#app/admin-kit/shell/screen-bones.tsx";
import type { SidebarLink } from "#app/admin-kit/shell/sidebar.tsx";
import type { AnyDeclaration } from "#app/lib/data/declaration.ts";

export interface Screen extends SidebarLink {
  head: ScreenHead;
  shape: ScreenShape;
}

const LIST: ScreenShape = {
  action: "w-36",
  above: 2,
  parts: ["h-24", "h-24", "h-24", "h-24", "h-24"],
};

/** In the sidebar until it was put away. */
export const FIRST_HOUR = "/admin/first-hour";

/** The screens that are no plain list, each with its place in the sidebar. */
const SCREENS: (Screen & { place: number })[] = [
  {
    place: 1,
    to: "/admin/dashboard",
    label: "Dashboard",
    Icon: LayoutDashboard,
    head: { title: "Dashboard", description: "Everything visitors read starts here." },
    shape: {
      parts: ["h-40", "h-40", "h-64", "h-64", "h-64 lg:col-span-2"],
      grid: "grid gap-4 lg:grid-cols-2",
    },
  },
  {
    place: 2,
    to: "/admin/content",
    label: "Content Editor",
    Icon: PenLine,
    head: {
      title: "Content Editor",
      description:
        "Each text is saved when you leave its field, and visitors see it within a second.",
    },
    shape: { action: "w-28", above: "tabs", parts: ["h-56", "h-56", "h-56"], grid: "grid gap-4" },
  },
  {
    place: 4,
    to: "/admin/media",
    label: "Media Library",
    Icon: Image,
    head: {
      title: "Media Library",
      description: "Pictures, videos and documents for the website.",
    },
    shape: {
      action: "w-25",
      above: 1,
      parts: Array(8).fill("h-28 rounded-lg sm:h-64"),
      grid: "grid gap-3 sm:grid-cols-2 sm:gap-4 lg:grid-cols-3 xl:grid-cols-4",
    },
  },
  {
    place: 8,
    to: "/admin/users",
    label: "Users",
    Icon: Users,
    head: {
      title: "User Management",
      description: "Everyone with an account. Only admins reach these screens.",
    },
    shape: { ...LIST, action: "w-44", above: 0, parts: Array(5).fill("h-16") },
  },
  {
    place: 9,
    to: "/admin/settings",
    label: "Site Settings",
    Icon: Settings,
    head: {
      title: "Site Settings",
      description:
        "What you change is on the website within a second. Fields save when you leave them.",
    },
    shape: { action: "w-28", parts: Array(5).fill("h-20"), grid: "grid max-w-3xl gap-3" },
  },
  {
    place: 9.5,
    to: "/admin/webhooks",
    label: "Webhooks",
    Icon: Webhook,
    head: {
      title: "Webhooks",
      description: "Other systems that are told of new leads, changed statuses and booked calls.",
    },
    shape: { ...LIST, action: "w-40", above: 0, parts: Array(3).fill("h-16") },
  },
  {
    place: 10,
    to: "/admin/seo",
    label: "SEO Tools",
    Icon: TrendingUp,
    head: {
      title: "SEO and Marketing Tools",
      description:
        "What a report about search looks like. The figures are examples: nothing is measured yet.",
    },
    shape: { action: "w-33", above: "tabs", parts: ["h-96"] },
  },
  {
    place: 11,
    to: "/admin/contact-manager",
    label: "Contact Submissions",
    Icon: Inbox,
    head: {
      title: "Contact Submissions",
      description: "What visitors sent with the contact form.",
    },
    shape: { ...LIST, action: "w-55", above: 4, parts: Array(6).fill("h-14"), wide: true },
  },
  {
    place: 12,
    to: "/admin/history",
    label: "History",
    Icon: HistoryIcon,
    head: {
      title: "History",
      description:
        "Who changed what, and when. Whatever was changed or deleted can be brought back.",
    },
    shape: { ...LIST, action: undefined, parts: Array(5).fill("h-16") },
  },
  {
    place: 13,
    to: "/admin/system",
    label: "System",
    Icon: Server,
    head: { title: "System", description: "How the site is, and what keeps it safe." },
    shape: {
      parts: ["h-96", "h-96"],
      grid: "grid items-start gap-4 xl:grid-cols-2",
    },
  },
  {
    // Last: it comes when it is known to be wanted, and pushes nothing down.
    place: 99,
    to: FIRST_HOUR,
    label: "Make It Yours",
    Icon: Flag,
    head: {
      title: "Make It Yours",
      description: "The company on this site is invented. Step by step, it becomes yours.",
    },
    shape: { parts: ["h-36", ...Array(6).fill("h-16")], grid: "grid max-w-3xl gap-3" },
  },
];

/** All screens in the sidebar's order (rule W-1): these, and that of each resource. */
export const navigationOf = (resources: readonly AnyDeclaration[]): Screen[] =>
  [
    ...SCREENS,
    ...resources.map(({ path, menu, title, description }) => ({
      ...menu,
      to: path,
      head: { title, description },
      shape: LIST,
    })),
  ].toSorted((a, b) => a.place - b.place);

/** The screen at an address such as "/admin/faqs"; the dashboard's is "/admin" too. */
export function screenAt<Link extends SidebarLink>(
  screens: readonly Link[],
  pathname: string,
): Link {
  const path = pathname.replace(/\/$/, "").replace(/^\/admin$/, "/admin/dashboard");
  const found = screens.find(({ to }) => path === to);
  if (!found) throw new Error(`No screen has the address ${pathname}.`);
  return found;
}

/** What stands at the head of one of the screens that are no plain list. */
export const headOf = (path: string): ScreenHead => screenAt(SCREENS, path).head;
