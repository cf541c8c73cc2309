import type { OwnSession } from "#app/lib/data/database.types.ts";
import { formatDate, formatTime } from "#app/lib/text/formats.ts";
import { Badge } from "#app/ui/display/badge.tsx";
import { Button } from "#app/ui/inputs/button.tsx";
import { lastSeenInWords, placeInWords } from "./words.ts";

interface SessionRowProps {
  session: OwnSession;
  /** the address of the current session */
  here: string | null | undefined;
  onEnd: () => void;
}

/** One session; the current one has no button, because signing out is in the menu. */
export function SessionRow({ session, here, onEnd }: SessionRowProps) {
  const { browser, address, created_at, seen_at, current } = session;
  const place = placeInWords(address, current ? undefined : here);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <div className="grid min-w-0 flex-1 basis-56 gap-0.5">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
          {browser}
          {current && <Badge tone="brand">This browser</Badge>}
        </p>
        <p className="text-sm text-ink-2 wrap-anywhere">{place}</p>
        <p className="text-sm text-ink-2">
          Signed in{" "}
          <time dateTime={created_at} title={formatTime(created_at)}>
            {formatDate(created_at)}
          </time>
          {!current && `. ${lastSeenInWords(seen_at)}`}
        </p>
      </div>
      {!current && (
        <Button size="sm" aria-label={`Sign out ${browser}, ${place}`} onClick={onEnd}>
          Sign out
        </Button>
      )}
    </li>
  );
}
