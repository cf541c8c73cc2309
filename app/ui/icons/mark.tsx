/** A plain carton, shown for a company without a logo. */
export function Mark({ className = "" }: { className?: string }) {
  return (
    <svg viewBox="0 0 40 40" className={className} aria-hidden="true">
      <rect width="40" height="40" rx="5" className="fill-brand" />
      <path
        d="m20 8.5 11 6v11l-11 6-11-6v-11zM9 14.5l11 6 11-6M20 20.5v11"
        fill="none"
        strokeWidth="2.6"
        strokeLinejoin="round"
        className="stroke-on-brand"
      />
    </svg>
  );
}
