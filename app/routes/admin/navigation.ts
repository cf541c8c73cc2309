import HistoryIcon from "lucide-react/icons/history";
import Image from "lucide-react/icons/image";
import Inbox from "lucide-react/icons/inbox";
import LayoutDashboard from "lucide-react/icons/layout-dashboard";
import PenLine from "lucide-react/icons/pen-line";
import Settings from "lucide-react/icons/settings";
import TrendingUp from "lucide-react/icons/trending-up";
import Users from "lucide-react/icons/users";
import type { SidebarLink } from "#app/admin-kit/shell/sidebar.tsx";
import type { AnyDeclaration } from "#app/lib/data/declaration.ts";

/** The screens that are no plain list, each with its place in the sidebar. */
const SCREENS: (SidebarLink & { place: number })[] = [
  { place: 1, to: "/admin/dashboard", label: "Dashboard", Icon: LayoutDashboard },
  { place: 2, to: "/admin/content", label: "Content Editor", Icon: PenLine },
  { place: 4, to: "/admin/media", label: "Media Library", Icon: Image },
  { place: 8, to: "/admin/users", label: "Users", Icon: Users },
  { place: 9, to: "/admin/settings", label: "Site Settings", Icon: Settings },
  { place: 10, to: "/admin/seo", label: "SEO Tools", Icon: TrendingUp },
  { place: 11, to: "/admin/contact-manager", label: "Contact Submissions", Icon: Inbox },
  { place: 12, to: "/admin/history", label: "History", Icon: HistoryIcon },
];

/** The sidebar's links, in their order (rule W-1): these screens, and that of each resource. */
export const navigationOf = (resources: readonly AnyDeclaration[]): SidebarLink[] =>
  [...SCREENS, ...resources.map(({ path, menu }) => ({ ...menu, to: path }))].toSorted(
    (a, b) => a.place - b.place,
  );
