import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { FieldLink, problemsIn } from "#app/admin-kit/checks/findings.tsx";
import { ListStates } from "#app/admin-kit/lists/list-states.tsx";
import type { OutsideLink } from "#app/lib/data/database.types.ts";
import { CHECK_MESSAGES } from "#app/lib/errors/check-messages.ts";
import { formatDate } from "#app/lib/text/formats.ts";
import { Badge } from "#app/ui/display/badge.tsx";
import { Card, CardHeader } from "#app/ui/display/card.tsx";
import { Progress } from "#app/ui/display/progress.tsx";
import { SkeletonList } from "#app/ui/display/skeleton.tsx";
import { Button } from "#app/ui/inputs/button.tsx";
import { toast } from "#app/ui/overlays/toast.tsx";
import { askForCheck, LINKS_KEY, listLinks } from "./queries.ts";

const LOOK_AGAIN_MS = 2_000;
const NAME = "Links to other sites";

/** Links to other sites, which the server checks every week and on demand (decision 0075). */
export function OutsideLinks() {
  const client = useQueryClient();
  const query = useQuery({
    queryKey: LINKS_KEY,
    queryFn: listLinks,
    refetchInterval: ({ state }) =>
      state.data?.links.some(({ due }) => due) ? LOOK_AGAIN_MS : false,
  });
  const check = useMutation({
    mutationFn: askForCheck,
    onSuccess: async (due) => {
      await client.invalidateQueries({ queryKey: LINKS_KEY });
      const links = client.getQueryData<{ links: OutsideLink[] }>(LINKS_KEY)?.links;
      if (due === 0 && links?.length) toast.info(CHECK_MESSAGES.linksChecked);
    },
    onError: (cause) => toast.failure(CHECK_MESSAGES.checkLinks(cause), cause),
  });
  const broken = query.data?.links.filter((link) => link.broken).length ?? 0;
  return (
    <Card>
      <CardHeader
        title={NAME}
        aside={
          <div className="flex flex-wrap items-center gap-3">
            {broken > 0 && <Badge>{problemsIn(broken)}</Badge>}
            <Button
              size="sm"
              pending={check.isPending}
              pendingLabel="Starting…"
              onClick={() => check.mutate()}
            >
              Check links now
            </Button>
          </div>
        }
      />
      <div className="px-5 py-3 text-sm">
        <ListStates
          query={query}
          explain={CHECK_MESSAGES.links}
          loading={<SkeletonList count={1} label="Loading links…" itemClassName="h-5" />}
        >
          {({ links, collected_at }) =>
            collected_at === null ? (
              <p className="text-ink-2">
                These links haven't been checked yet. The server checks them every week.
              </p>
            ) : links.length === 0 ? (
              <p className="text-ink-2">Your pages have no links to other sites.</p>
            ) : (
              <Links links={links} />
            )
          }
        </ListStates>
      </div>
    </Card>
  );
}

function Links({ links }: { links: readonly OutsideLink[] }) {
  const due = links.filter((link) => link.due).length;
  const broken = links.filter((link) => link.broken);
  const unknown = links.filter((link) => link.problem !== null && !link.broken);
  return (
    <>
      {due > 0 && (
        <Progress
          label={`${links.length - due} of ${links.length} checked`}
          value={links.length - due}
          max={links.length}
        />
      )}
      <p role="status" className="text-ink-2 empty:hidden">
        {due === 0 && summaryOf(links, broken.length)}
      </p>
      {broken.length > 0 && (
        <ul aria-label="Broken links" className="divide-y divide-line border-t border-line">
          {broken.map((link) => (
            <li key={link.address} className="grid gap-1 py-3 last:pb-0">
              <Address link={link} />
              <p className="text-ink-2">
                {problemIn(link)}
                {link.failing_since && ` Broken since ${formatDate(link.failing_since)}.`}
              </p>
              <p className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
                {link.places.map((place) => (
                  <FieldLink key={place} place={place} what={link.address} />
                ))}
              </p>
            </li>
          ))}
        </ul>
      )}
      {unknown.length > 0 && <Unknown links={unknown} />}
    </>
  );
}

function summaryOf(links: readonly OutsideLink[], broken: number): string {
  const [last = ""] = links
    .flatMap(({ checked_at }) => checked_at ?? [])
    .toSorted((a, b) => b.localeCompare(a));
  const works = links.filter(({ problem }) => problem === null).length;
  const counts = [
    ...(broken > 0 ? [`${linksIn(broken, "is", "are")} broken`] : []),
    ...(works > 0 ? [linksIn(works, "works", "work")] : []),
  ].join(", ");
  return `${counts && `${counts}. `}Last checked on ${formatDate(last)}. The server checks every week.`;
}

const linksIn = (count: number, one: string, many: string) =>
  count === 1 ? `1 link ${one}` : `${count} links ${many}`;

/** Sites that refuse programs, and failures that may be temporary. */
const Unknown = ({ links }: { links: readonly OutsideLink[] }) => (
  <details>
    <summary className="w-fit cursor-pointer text-ink-2 hover:text-ink">
      {linksIn(links.length, "", "").trim()} couldn't be checked
    </summary>
    <p className="mt-2 text-ink-2">Open each to see whether it works.</p>
    <ul aria-label="Links that couldn't be checked" className="mt-1 divide-y divide-line">
      {links.map((link) => (
        <li key={link.address} className="grid gap-1 py-2 last:pb-0">
          <Address link={link} />
          <p className="text-ink-2">{problemIn(link)}</p>
        </li>
      ))}
    </ul>
  </details>
);

const Address = ({ link: { address } }: { link: OutsideLink }) => (
  <p className="font-medium wrap-anywhere">
    <a href={address} target="_blank" rel="noopener noreferrer">
      {address}
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  </p>
);

const PROBLEMS: Record<NonNullable<OutsideLink["problem"]>, string> = {
  missing: "The page doesn't exist",
  unknown_host: "There is no site with this name.",
  refused: "The site refuses connections.",
  certificate: "The site's certificate can't be trusted, so browsers warn visitors.",
  private: "It points to a private network that visitors can't reach.",
  error: "The site answers with an error",
  no_answer: "The site isn't responding.",
  no_access: "The site blocks automated checks",
  redirects: "It redirects too many times.",
  not_tried: "The address can't be checked.",
};

/** What is wrong, as a sentence. */
function problemIn({ problem, status }: OutsideLink): string {
  const words = problem ? PROBLEMS[problem] : "";
  return words.endsWith(".") ? words : `${words} (${status}).`;
}
