import { useQuery } from "@tanstack/react-query";
import { useOpened } from "#app/admin-kit/dialogs/use-opened.ts";
import { ListStates } from "#app/admin-kit/lists/list-states.tsx";
import { formatDay } from "#app/lib/text/formats.ts";
import { Badge } from "#app/ui/display/badge.tsx";
import { Card, CardHeader } from "#app/ui/display/card.tsx";
import { SkeletonList } from "#app/ui/display/skeleton.tsx";
import { Notice } from "#app/ui/display/states.tsx";
import { Button } from "#app/ui/inputs/button.tsx";
import { onDemand } from "#app/ui/on-demand.tsx";
import { useSession } from "../session.tsx";
import { AppList } from "./app-list.tsx";
import { SECOND_FACTOR_MESSAGES } from "./messages.ts";
import { type CodesLeft, loadSecondFactor, name, type SecondFactor } from "./queries.ts";

const Dialogs = onDemand(async () => (await import("./dialogs.tsx")).SecondFactorDialogs, {
  isNeeded: ({ shown }) => shown !== "",
});

/** The person's own second factor: set up, more apps, recovery codes. */
export function SecondFactorCard() {
  const { user } = useSession();
  const { open, id, openAt, close } = useOpened("second-factor");
  const query = useQuery({ queryKey: [name, user?.id], queryFn: loadSecondFactor });
  const { data } = query;
  return (
    <Card>
      <CardHeader
        title="Two-step verification"
        aside={
          data && (
            <Badge tone={data.apps.length ? "success" : "neutral"}>
              {data.apps.length ? "On" : "Off"}
            </Badge>
          )
        }
      />
      <div className="grid gap-4 px-5 py-4">
        <ListStates
          query={query}
          explain={SECOND_FACTOR_MESSAGES.load}
          loading={
            <SkeletonList count={2} label="Loading two-step verification…" itemClassName="h-10" />
          }
        >
          {(factor) =>
            factor.apps.length === 0 ? (
              <Off factor={factor} onSetUp={() => openAt("add")} />
            ) : (
              <>
                <AppList factor={factor} onAdd={() => openAt("add")} />
                <Codes codes={factor.codes} onMake={() => openAt("codes")} />
              </>
            )
          }
        </ListStates>
      </div>
      {data && (
        <Dialogs
          shown={open ? id : ""}
          email={user?.email ?? ""}
          taken={data.apps.map((app) => app.name)}
          hasCodes={data.codes !== undefined}
          onClose={close}
        />
      )}
    </Card>
  );
}

function Off({ factor, onSetUp }: { factor: SecondFactor; onSetUp: () => void }) {
  return (
    <>
      {factor.requiredFrom && (
        <Notice>
          {`From ${formatDay(factor.requiredFrom)}, your role needs two-step verification. Set it up before then.`}
        </Notice>
      )}
      <p className="max-w-prose text-sm text-ink-2">
        With two-step verification, signing in also takes a code from your phone, so a stolen
        password is not enough.
      </p>
      <div>
        <Button look="primary" onClick={onSetUp}>
          Set up
        </Button>
      </div>
    </>
  );
}

function Codes({ codes, onMake }: { codes: CodesLeft; onMake: () => void }) {
  return (
    <section className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line pt-4">
      <div className="min-w-0 text-sm">
        <h3 className="font-medium">Recovery codes</h3>
        <p className="text-ink-2">{wordsFor(codes)}</p>
      </div>
      <Button onClick={onMake}>{codes ? "Create new codes" : "Create codes"}</Button>
    </section>
  );
}

function wordsFor(codes: CodesLeft): string {
  if (!codes) return "You have none. With them, you can sign in without your app.";
  if (codes.left === 0) return "You've used all of them. Create new ones.";
  return `${codes.left} of ${codes.of} left. Each signs you in once without your app.`;
}
