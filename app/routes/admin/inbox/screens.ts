import Inbox from "lucide-react/icons/inbox";
import TrendingUp from "lucide-react/icons/trending-up";
import type { ScreenShape } from "#app/admin-kit/shell/screen-skeleton.tsx";
import type { Screen } from "../navigation.ts";

/** What a plain list looks like while it loads. */
export const LIST: ScreenShape = { action: "w-36", above: 2, parts: Array(5).fill("h-24") };

const INBOX = "/admin/contact-manager";
export const UNMATCHED = "/admin/unmatched-email";

/** The screens of people who handle leads. */
export const INBOX_SCREENS: readonly Screen[] = [
  {
    place: 2,
    to: INBOX,
    needs: ["handleLeads"],
    label: "Contact Submissions",
    tab: "Leads",
    Icon: Inbox,
    head: { title: "Contact Submissions", description: "Leads from the contact form." },
    shape: { ...LIST, action: "w-55", above: 4, parts: Array(6).fill("h-14"), wide: true },
  },
  {
    place: 4,
    to: "/admin/insights",
    needs: ["handleLeads"],
    label: "Insights",
    Icon: TrendingUp,
    head: { title: "Insights", description: "Your visitors, and how your leads turned out." },
    shape: { ...LIST, action: undefined, above: "tabs" },
  },
  {
    place: 5,
    to: UNMATCHED,
    needs: ["handleLeads"],
    label: "Unmatched emails",
    // Never shown: who may open it has its tab.
    Icon: Inbox,
    parentScreen: INBOX,
    head: { title: "Unmatched emails", description: "Emails that don't match a lead." },
    shape: { above: 2, parts: Array(5).fill("h-16") },
  },
];
