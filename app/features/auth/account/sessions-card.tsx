import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { ListStates } from "#app/admin-kit/lists/list-states.tsx";
import type { OwnSession } from "#app/lib/data/database.types.ts";
import { formatDate, formatTime } from "#app/lib/text/formats.ts";
import { Badge } from "#app/ui/display/badge.tsx";
import { Card, CardHeader } from "#app/ui/display/card.tsx";
import { SkeletonList } from "#app/ui/display/skeleton.tsx";
import { Button } from "#app/ui/inputs/button.tsx";
import { AlertOnDemand } from "#app/ui/overlays/alert-on-demand.ts";
import { toast } from "#app/ui/overlays/toast.tsx";
import { ACCOUNT_MESSAGES } from "./messages.ts";
import { endOtherSessions, endSession, listSessions, SESSIONS } from "./queries.ts";
import { lastSeenInWords, placeInWords } from "./words.ts";

const words = ACCOUNT_MESSAGES;

/** What the open question would end. */
type Target = { id: string; browser: string } | "others";

const questionAbout = (target: Target | undefined) =>
  target === "others" || !target
    ? {
        title: "Sign out everywhere else?",
        description: "All other browsers have to sign in again.",
        confirmLabel: "Sign out everywhere else",
      }
    : {
        title: `Sign out ${target.browser}?`,
        description:
          "That browser has to sign in again. If you don't recognize it, change your password too.",
        confirmLabel: "Sign out",
      };

/** Where the person is signed in, with an end for each session and for all others. */
export function SessionsCard() {
  const client = useQueryClient();
  const query = useQuery({ queryKey: [SESSIONS], queryFn: listSessions });
  const [target, setTarget] = useState<Target>();
  const [asks, setAsks] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const ask = (about: Target) => {
    ending.reset();
    setTarget(about);
    setAsks(true);
  };
  const ending = useMutation({
    mutationFn: (what: Target) => (what === "others" ? endOtherSessions() : endSession(what.id)),
    onSuccess: (_, what) =>
      toast.success(what === "others" ? words.othersEnded : words.sessionEnded(what.browser)),
    onError: (cause, what) =>
      toast.failure(what === "others" ? words.othersFailed : words.sessionFailed, cause),
    onSettled: () => {
      setAsks(false);
      return client.invalidateQueries({ queryKey: [SESSIONS] });
    },
  });
  const others = query.data?.filter(({ current }) => !current) ?? [];
  return (
    <Card>
      <CardHeader
        title="Where you're signed in"
        aside={
          others.length > 0 && (
            <Button size="sm" onClick={() => ask("others")}>
              Sign out everywhere else
            </Button>
          )
        }
      />
      <div className="p-5">
        <ListStates
          query={query}
          explain={words.load}
          loading={<SkeletonList count={2} label="Loading sessions…" itemClassName="h-12" />}
        >
          {(sessions) => (
            <>
              <ul
                ref={list}
                tabIndex={-1}
                aria-label="Sessions"
                className="-my-3 grid divide-y divide-line"
              >
                {sessions.map((session) => (
                  <SessionRow
                    key={session.id}
                    session={session}
                    here={sessions.find(({ current }) => current)?.address}
                    onEnd={() => ask({ id: session.id, browser: session.browser })}
                  />
                ))}
              </ul>
              {others.length === 0 && (
                <p className="text-sm text-ink-2">You're signed in only in this browser.</p>
              )}
            </>
          )}
        </ListStates>
      </div>
      <AlertOnDemand
        open={asks}
        {...questionAbout(target)}
        danger
        pending={ending.isPending}
        onConfirm={() => target && ending.mutate(target)}
        onCancel={() => setAsks(false)}
        // The pressed button goes with its session.
        focusAfter={() => (ending.isIdle ? true : (list.current ?? true))}
      />
    </Card>
  );
}

interface SessionRowProps {
  session: OwnSession;
  /** the address of the current session */
  here: string | null | undefined;
  onEnd: () => void;
}

/** One session; the current one has no button, because signing out is in the menu. */
function SessionRow({ session, here, onEnd }: SessionRowProps) {
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
