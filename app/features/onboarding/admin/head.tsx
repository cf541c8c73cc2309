import ArrowRight from "lucide-react/icons/arrow-right";
import { Link } from "react-router";
import { MESSAGES } from "#app/lib/errors/messages.ts";
import { ErrorState } from "#app/ui/display/states.tsx";
import { useProgress } from "../use-progress.ts";
import { HeadSkeleton } from "./head-skeleton.tsx";
import { headline, stepsWords } from "./words.ts";

/** How much demo content is left, with a link to change it; nothing once none is. */
export function Head() {
  const query = useProgress();
  const progress = query.data;
  if (query.isPending) return <HeadSkeleton />;
  if (!progress)
    return <ErrorState message={MESSAGES.onboarding.load(query.error)} query={query} />;
  if (progress.isOwn) return null;
  const done = progress.steps.filter((step) => step.done).length;
  return (
    <section aria-label="Make It Yours">
      <Link
        to="/admin/first-hour"
        className="group grid min-h-36 content-center gap-x-6 gap-y-3 rounded-lg border border-warning/40 bg-warning-soft px-5 py-4 text-ink no-underline transition-colors hover:border-warning sm:flex sm:min-h-24 sm:items-center sm:justify-between"
      >
        <span className="grid gap-1">
          <span className="font-display text-lg/6 font-semibold text-balance">
            {headline(progress)}
          </span>
          <span className="text-sm text-ink-2">
            Visitors can see it. {stepsWords(done, progress.steps.length)}.
          </span>
        </span>
        <span className="inline-flex items-center gap-2 text-sm font-medium text-accent underline underline-offset-2">
          Make It Yours
          <ArrowRight
            aria-hidden
            className="size-4 shrink-0 transition-transform group-hover:translate-x-0.5"
          />
        </span>
      </Link>
    </section>
  );
}
