import { cx } from "#app/ui/cx.ts";

/** A gray placeholder the size of the content it stands in for. */
export const Skeleton = ({ className }: { className?: string }) => (
  <span aria-hidden className={cx("skeleton block rounded-md bg-paper-3", className)} />
);

interface SkeletonListProps {
  count: number;
  /** announced once by screen readers */
  label: string;
  itemClassName: string;
  className?: string;
}

/** Several skeletons, announced once. */
export function SkeletonList({ count, label, itemClassName, className }: SkeletonListProps) {
  return (
    <div role="status" className={className ?? "grid gap-3"}>
      <span className="sr-only">{label}</span>
      {Array.from(Array(count).keys(), (place) => (
        <Skeleton key={place} className={itemClassName} />
      ))}
    </div>
  );
}
