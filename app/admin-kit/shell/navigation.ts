import CircleHelp from "lucide-react/icons/circle-question-mark";
import DollarSign from "lucide-react/icons/dollar-sign";
import Image from "lucide-react/icons/image";
import Inbox from "lucide-react/icons/inbox";
import LayoutDashboard from "lucide-react/icons/layout-dashboard";
import Package from "lucide-react/icons/package";
import PenLine from "lucide-react/icons/pen-line";
import Quote from "lucide-react/icons/quote";
import Settings from "lucide-react/icons/settings";
import TrendingUp from "lucide-react/icons/trending-up";
import Users from "lucide-react/icons/users";

/** The sidebar's links, in their order (rule W-1). */
export const NAVIGATION = [
  { to: "/admin/dashboard", label: "Dashboard", Icon: LayoutDashboard },
  { to: "/admin/content", label: "Content Editor", Icon: PenLine },
  { to: "/admin/services", label: "Services", Icon: Package },
  { to: "/admin/media", label: "Media Library", Icon: Image },
  { to: "/admin/pricing", label: "Pricing", Icon: DollarSign },
  { to: "/admin/faqs", label: "FAQs", Icon: CircleHelp },
  { to: "/admin/testimonials", label: "Testimonials", Icon: Quote },
  { to: "/admin/users", label: "Users", Icon: Users },
  { to: "/admin/settings", label: "Site Settings", Icon: Settings },
  { to: "/admin/seo", label: "SEO Tools", Icon: TrendingUp },
  { to: "/admin/contact-manager", label: "Contact Submissions", Icon: Inbox },
] as const;
