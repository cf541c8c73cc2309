import type { ReactNode } from "react";
import { usePrepared } from "#app/admin-kit/prepared/prepared.ts";

interface PageHeaderProps {
  title: string;
  description?: ReactNode;
  /** a count, set beside the title */
  badge?: ReactNode;
  actions?: ReactNode;
}

/** The head of every screen: its one h1, what it is for, what can be done. */
export function PageHeader({ title, description, badge, actions }: PageHeaderProps) {
  const prepared = usePrepared();
  const about = prepared?.takesScreen
    ? `What you save goes into ${prepared.set.name}. Visitors see it once the set is published.`
    : description;
  return (
    <div className="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
      <div className="grid gap-1">
        <div className="flex flex-wrap items-center gap-3">
          <h1 className="font-display text-2xl/8 font-semibold">{title}</h1>
          {badge}
        </div>
        {about && <p className="max-w-prose text-sm text-pretty text-ink-2">{about}</p>}
      </div>
      {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
    </div>
  );
}
