import { Link } from "react-router";
import type { PersonFound } from "#app/lib/data/database.types.ts";
import { formatTime } from "#app/lib/text/formats.ts";
import { EmptyState } from "#app/ui/display/states.tsx";
import { countsOf } from "./words.ts";

interface FoundProps {
  address: string;
  found: PersonFound;
  /** a link is followed out of the dialog */
  onLeave: () => void;
}

/** What there is of a person, before anything of it goes. */
export function Found({ address, found, onLeave }: FoundProps) {
  const { rows, messages, mentions, others, has_account } = found;
  const counts = countsOf(rows);
  return (
    <>
      {counts.length === 0 ? (
        <EmptyState title="Nothing is stored for this address" />
      ) : (
        <section aria-label="Stored data" className="grid gap-3 text-sm">
          <ul className="grid gap-x-6 rounded-md border border-line bg-paper-2 px-4 py-3 sm:grid-cols-2">
            {counts.map((count) => (
              <li key={count}>{count}</li>
            ))}
          </ul>
          <ul className="grid gap-1">
            {messages.map(({ id, name, created_at, deleted_at }) => (
              <li key={id} className="wrap-anywhere">
                {name} <span className="text-ink-2">· {formatTime(created_at)}</span>
                {deleted_at && <span className="text-ink-2"> · in the trash</span>}
              </li>
            ))}
          </ul>
        </section>
      )}
      {mentions.length > 0 && (
        <section aria-label="Named elsewhere" className="grid gap-1 text-sm">
          <p>
            {address} also appears in messages from other people, or in notes on them. These aren't
            deleted. Remove the address there yourself.
          </p>
          <ul className="grid gap-1">
            {mentions.map(({ id, name, created_at, deleted_at }) => (
              <li key={id} className="wrap-anywhere">
                <Link
                  to={`/admin/contact-manager?open=${id}`}
                  onClick={onLeave}
                  className="underline"
                >
                  {name}
                </Link>{" "}
                <span className="text-ink-2">· {formatTime(created_at)}</span>
                {deleted_at && <span className="text-ink-2"> · in the trash</span>}
              </li>
            ))}
          </ul>
        </section>
      )}
      {others.length > 0 && (
        <p className="text-sm wrap-anywhere">
          Your team joined these with messages from {others.join(", ")}. Those aren't deleted. If
          it's the same person, erase those addresses too.
        </p>
      )}
      {has_account && (
        <p className="text-sm wrap-anywhere">
          Someone signs in as {address}. That account stays: only the database owner can delete
          accounts.
        </p>
      )}
    </>
  );
}
