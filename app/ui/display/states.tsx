import Info from "lucide-react/icons/info";
import PackageOpen from "lucide-react/icons/package-open";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import type { ReactNode } from "react";
import { Button } from "#app/ui/inputs/button.tsx";

interface EmptyStateProps {
  title: string;
  children?: ReactNode;
  /** what the person can do next */
  action?: ReactNode;
  icon?: ReactNode;
}

/** Says that there is nothing here, why, and what to do next. */
export function EmptyState({ title, children, action, icon }: EmptyStateProps) {
  return (
    <div className="grid justify-items-center gap-2 rounded-lg border border-dashed border-line-strong px-6 py-12 text-center">
      <span className="text-ink-3 [&_svg]:size-8">
        {icon ?? <PackageOpen aria-hidden strokeWidth={1.5} />}
      </span>
      <p className="font-display text-lg font-semibold text-ink">{title}</p>
      {children && <div className="max-w-prose text-sm text-ink-2">{children}</div>}
      {action && <div className="mt-2">{action}</div>}
    </div>
  );
}

interface ErrorStateProps {
  /** what failed, as a sentence (rule X-4) */
  message: string;
  /** what failed, and what the button fetches again */
  query: { isRefetching: boolean; refetch: () => Promise<unknown> };
}

/** Says that loading failed, with a retry button. */
export function ErrorState({ message, query }: ErrorStateProps) {
  return (
    <div
      role="alert"
      className="grid justify-items-center gap-3 rounded-lg border border-danger/50 bg-danger-soft px-6 py-10 text-center"
    >
      <TriangleAlert aria-hidden className="size-7 text-danger" strokeWidth={1.75} />
      <p className="max-w-prose text-sm font-medium text-ink wrap-anywhere">{message}</p>
      <Button onClick={() => void query.refetch()} pending={query.isRefetching}>
        Try again
      </Button>
    </div>
  );
}

/** A notice about what is shown, announced when it appears. */
export function Notice({ children }: { children: ReactNode }) {
  return (
    <p
      role="status"
      className="mb-4 flex items-start gap-2.5 rounded-md border border-warning/40 bg-warning-soft px-3.5 py-2.5 text-sm text-ink"
    >
      <Info aria-hidden className="mt-0.5 size-4 shrink-0 text-warning" />
      {children}
    </p>
  );
}
