/** The house's mark: "this way up" arrows on a carton that, stacked, are an evergreen. */
export function Mark({ className = "" }: { className?: string }) {
  return (
    <svg viewBox="0 0 40 40" className={className} aria-hidden="true">
      <rect width="40" height="40" rx="5" className="fill-brand" />
      <path
        d="M13 15.5 20 9l7 6.5M11 22.5l9-7.5 9 7.5M9 29.5 20 21l11 8.5M20 21v12"
        fill="none"
        strokeWidth="2.6"
        className="stroke-on-brand"
      />
    </svg>
  );
}
