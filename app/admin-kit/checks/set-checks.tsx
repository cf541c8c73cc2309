import { CHECK_MESSAGES } from "#app/lib/errors/check-messages.ts";
import { TextButton } from "#app/ui/inputs/button.tsx";
import { Findings, problemsIn } from "./findings.tsx";
import { checkSet } from "./run.ts";
import { useChecks } from "./use-checks.ts";

interface SetChecksProps {
  /** the set's id */
  set: string;
  open: boolean;
  /** called when a link to a field was followed */
  onFollow: () => void;
}

/** What a change set would make wrong on public pages. It never keeps anyone from publishing. */
export const SetChecks = ({ open, ...props }: SetChecksProps) =>
  // Closing stops the check: the set may change before the next one.
  open && <Checks {...props} />;

function Checks({ set, onFollow }: Omit<SetChecksProps, "open">) {
  const { data, error, isFetching, progress, refetch } = useChecks({
    queryKey: ["site_health", set],
    run: (options) => checkSet(set, options),
    now: true,
  });
  return (
    <section aria-label="New problems" className="grid gap-1 border-t border-line pt-3 text-sm">
      <p role="status" className="font-medium">
        {isFetching
          ? `Checking pages for new problems: ${progress.done} of ${progress.total || "…"}`
          : data &&
            (data.length === 0
              ? "No new problems in this set"
              : `${problemsIn(data.length).replace(" ", " new ")} in this set`)}
      </p>
      {error && !isFetching && (
        <div role="alert" className="flex flex-wrap items-baseline gap-x-3">
          <p className="text-danger">{CHECK_MESSAGES.set(error)}</p>
          <TextButton onClick={() => void refetch()}>Check again</TextButton>
        </div>
      )}
      {data && data.length > 0 && !isFetching && (
        <Findings label="New problems in this set" findings={data} onFollow={onFollow} />
      )}
    </section>
  );
}
