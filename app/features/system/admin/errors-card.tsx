import { formatTime } from "#app/lib/text/formats.ts";
import { Card, CardHeader } from "#app/ui/display/card.tsx";
import { Cause } from "#app/ui/display/cause.tsx";
import { explainCause } from "#contract/causes.ts";
import type { ServerFacts } from "../queries.ts";

/** What failed since the server started, for anyone who looks into its log. */
export function ErrorsCard({ errors }: { errors: ServerFacts["errors"] }) {
  return (
    <Card>
      <CardHeader title="Recent errors" />
      {errors.length === 0 ? (
        <p className="px-5 py-4 text-sm text-ink-2">No errors since the server started.</p>
      ) : (
        <ul aria-label="Recent errors" className="divide-y divide-line text-sm">
          {errors.map(({ at, what, cause, requestId }) => (
            <li key={at + what + requestId} className="grid gap-0.5 px-5 py-2.5 wrap-anywhere">
              <span className="font-medium first-letter:uppercase">{what}</span>
              {cause && <Cause {...explainCause(cause, "The other server")} />}
              <span className="text-xs text-ink-2">
                {formatTime(at)}
                {requestId && `, request ${requestId}`}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
