export function Arrow() {
  return (
    <svg viewBox="0 0 20 20" fill="none" stroke="currentColor" strokeWidth="2.2" aria-hidden="true">
      <path d="M3 10h13M11 4.5l5.5 5.5-5.5 5.5" />
    </svg>
  );
}
