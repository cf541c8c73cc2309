/** The admin's own logo: a carton seen from its corner. */
export const Mark = ({ className }: { className?: string }) => (
  <svg viewBox="0 0 24 24" fill="none" aria-hidden className={className}>
    <path
      d="M12 2.5 20.5 7v10L12 21.5 3.5 17V7L12 2.5Z"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinejoin="round"
    />
    <path d="M3.5 7 12 11.5 20.5 7M12 11.5v10" stroke="currentColor" strokeWidth="1.6" />
    <path d="m7.5 4.9 8.6 4.5v3.2" stroke="var(--color-label)" strokeWidth="1.8" />
  </svg>
);
