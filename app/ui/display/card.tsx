import type { ReactNode } from "react";
import { cx } from "#app/ui/cx.ts";

interface CardProps {
  /** shown in a muted style: an item that visitors don't see */
  dimmed?: boolean;
  className?: string;
  children: ReactNode;
}

export function Card({ dimmed, className, children }: CardProps) {
  return (
    <div
      className={cx(
        "rounded-lg border border-line bg-surface",
        dimmed && "border-dashed bg-transparent [&>*]:opacity-85",
        className,
      )}
    >
      {children}
    </div>
  );
}

interface CardHeaderProps {
  title: ReactNode;
  /** the heading's level; level 1 is the page's own heading */
  level?: 2 | 3;
  aside?: ReactNode;
  children?: ReactNode;
}

/** A card's header, separated by a line like on a packing slip. */
export function CardHeader({ title, level = 2, aside, children }: CardHeaderProps) {
  const Heading = `h${level}` as const;
  return (
    <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line px-5 py-3">
      <div className="min-w-0">
        <Heading className="font-display text-base font-semibold wrap-anywhere">{title}</Heading>
        {children}
      </div>
      {aside}
    </header>
  );
}
