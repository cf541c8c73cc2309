import { useContext } from "react";
import { Link } from "react-router";
import { PreviewSite } from "#app/admin-kit/preview/site.ts";
import { focusWhenThere } from "#app/admin-kit/shell/focus-when-there.ts";
import type { Finding } from "#app/lib/checks/finding.ts";

interface FindingsProps {
  /** the list's name for screen readers */
  label: string;
  findings: readonly Finding[];
  /** called when a link to a field was followed */
  onFollow?: () => void;
}

/** Findings, each with why it matters, its pages, and a link to the field that fixes it. */
export const Findings = ({ label, findings, onFollow }: FindingsProps) => (
  <ul aria-label={label} className="divide-y divide-line">
    {findings.map((finding) => (
      <li key={finding.what + finding.place} className="grid gap-1 py-3 text-sm">
        <p className="font-medium wrap-anywhere">{finding.what}</p>
        <p className="text-ink-2">{finding.why}</p>
        <p className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
          <FieldLink place={finding.place} what={finding.what} onFollow={onFollow} />
          <Pages paths={finding.pages} />
        </p>
      </li>
    ))}
  </ul>
);

interface FieldLinkProps {
  /** the field's address (content/places.ts) */
  place: string | undefined;
  /** what it fixes, for screen readers */
  what: string;
  onFollow?: () => void;
}

/** Opens a field; nothing where no screen has it. */
export function FieldLink({ place, what, onFollow }: FieldLinkProps) {
  const edited = useContext(PreviewSite)?.screenOf(place ?? "");
  if (!edited) return null;
  const { href, label, field, inDialog } = edited;
  return (
    <Link
      to={href}
      className="inline-flex min-h-6 items-center font-medium"
      onClick={() => {
        onFollow?.();
        if (field) focusWhenThere(field, inDialog);
      }}
    >
      Fix in {label}
      <span className="sr-only">: {what}</span>
    </Link>
  );
}

/** The pages by name, each opening in a new tab. */
function Pages({ paths }: { paths: readonly string[] }) {
  const pages = useContext(PreviewSite)?.pages ?? [];
  if (paths.length > 1 && pages.every(({ path }) => paths.includes(path)))
    return <span className="text-ink-2">On every page</span>;
  return (
    <span className="text-ink-2">
      On{" "}
      {paths.map((path, at) => (
        <span key={path}>
          {at > 0 && ", "}
          <a href={path} target="_blank" rel="noreferrer">
            {pages.find((page) => page.path === path)?.label ?? path}
            <span className="sr-only"> (opens in a new tab)</span>
          </a>
        </span>
      ))}
    </span>
  );
}

export const problemsIn = (count: number): string =>
  count === 1 ? "1 problem" : `${count} problems`;
