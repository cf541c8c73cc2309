import { cx } from "#app/ui/cx.ts";

/** A grey place-holder of the size that its content will have. */
export const Skeleton = ({ className }: { className?: string }) => (
  <span aria-hidden className={cx("skeleton block rounded-md bg-paper-3", className)} />
);

interface SkeletonListProps {
  count: number;
  /** said once by a screen reader */
  label: string;
  itemClassName: string;
  className?: string;
}

/** Several of a kind, announced once. */
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
