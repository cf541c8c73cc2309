import type { Ref } from "react";
import { Link } from "react-router";

interface ViewLinkProps {
  name: string;
  /** its filters, as a query string */
  address: string;
  shown: boolean;
  ref?: Ref<HTMLAnchorElement>;
}

/** A link to a view, marked as current however it was reached. */
export const ViewLink = ({ name, address, shown, ref }: ViewLinkProps) => (
  <Link
    ref={ref}
    to={{ search: address }}
    preventScrollReset
    aria-current={shown ? "page" : undefined}
    title={name}
    className="inline-flex h-8 max-w-full items-center rounded-md border border-transparent px-3 text-sm font-medium whitespace-nowrap text-ink-2 no-underline hover:bg-paper-3 aria-[current=page]:border-line-strong aria-[current=page]:bg-surface aria-[current=page]:text-ink pointer-coarse:h-11"
  >
    <span className="truncate">{name}</span>
  </Link>
);
