import ArrowLeft from "lucide-react/icons/arrow-left";
import { Link } from "react-router";

/** @param to undefined on a screen not opened from a step */
export const WayBackLink = ({ to }: { to: string | undefined }) =>
  to && (
    <Link
      to={to}
      className="sticky bottom-4 z-10 mt-6 inline-flex min-h-11 items-center gap-2 rounded-md border border-line-strong bg-surface px-4 text-sm font-medium shadow-lift hover:bg-paper-2"
    >
      <ArrowLeft aria-hidden className="size-4" />
      Back to Make It Yours
    </Link>
  );
