import { useQuery } from "@tanstack/react-query";
import { MESSAGES } from "#app/lib/errors/messages.ts";
import { formatTime } from "#app/lib/text/formats.ts";
import { SkeletonList } from "#app/ui/display/skeleton.tsx";
import { ErrorState } from "#app/ui/display/states.tsx";
import * as queries from "../queries.ts";
import { eventActor, eventTitle } from "./story-words.ts";

/** What happened to a lead, the newest first: what one asks for is what came last. */
export function Story({ id }: { id: string }) {
  const story = useQuery({
    queryKey: [queries.name, "story", id],
    queryFn: () => queries.story(id),
  });
  return (
    <section aria-label="Story" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h3 className="font-medium">Story</h3>
      {story.isPending && <SkeletonList count={2} label="Loading…" itemClassName="h-8" />}
      {story.isError && (
        <ErrorState
          message={MESSAGES.submissions.story()}
          retrying={story.isRefetching}
          onRetry={() => void story.refetch()}
        />
      )}
      {story.data && (
        <ol className="grid gap-2 border-l-2 border-line pl-4">
          {story.data.map((event) => (
            <li key={event.id} className="relative">
              <span
                aria-hidden
                className="absolute top-1.5 -left-[1.4rem] size-2 rounded-full bg-line-strong"
              />
              <p className="wrap-anywhere">{eventTitle(event)}</p>
              <p className="text-xs text-ink-2 wrap-anywhere">
                {eventActor(event)} ·{" "}
                <time dateTime={event.happened_at}>{formatTime(event.happened_at)}</time>
              </p>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
