import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Card, CardHeader } from "#app/ui/display/card.tsx";
import { ErrorState } from "#app/ui/display/states.tsx";
import { Field } from "#app/ui/inputs/field.tsx";
import { Switch } from "#app/ui/inputs/switch.tsx";
import { toast } from "#app/ui/overlays/toast.tsx";
import { RECIPIENT_MESSAGES } from "../messages.ts";
import { myDigest, myWeekly, setMyDigest, setMyWeekly } from "../queries.ts";

const words = RECIPIENT_MESSAGES;

interface Notice {
  /** of the query */
  name: string;
  label: string;
  description: string;
  read: () => Promise<boolean>;
  write: (wanted: boolean) => Promise<boolean>;
  explain: (cause: unknown) => string;
  on: string;
  off: string;
  failed: string;
}

const DIGEST: Notice = {
  name: "my_digest",
  label: "Email me a morning digest",
  description:
    "Business days at 8:00 AM, if there are new or overdue leads or failed emails. This setting is only for you.",
  read: myDigest,
  write: setMyDigest,
  explain: words.digestLoad,
  on: words.digestOn,
  off: words.digestOff,
  failed: words.digestFailed,
};

const WEEKLY: Notice = {
  name: "my_weekly",
  label: "Email me the weekly report",
  description:
    "Mondays at 8:00 AM: last week's visits, leads and top sources. This setting is only for you.",
  read: myWeekly,
  write: setMyWeekly,
  explain: words.weeklyLoad,
  on: words.weeklyOn,
  off: words.weeklyOff,
  failed: words.weeklyFailed,
};

interface NoticeSwitchesProps {
  /** the card's title, where other cards have one */
  title?: string;
}

/** Turns the signed-in person's own emails on or off. */
export const NoticeSwitches = ({ title }: NoticeSwitchesProps) => (
  <Card>
    {title && <CardHeader title={title} />}
    <div className="grid gap-5 p-5">
      <NoticeSwitch {...DIGEST} />
      <NoticeSwitch {...WEEKLY} />
    </div>
  </Card>
);

function NoticeSwitch({ name, ...notice }: Notice) {
  const client = useQueryClient();
  const query = useQuery({ queryKey: [name], queryFn: notice.read });
  const { data, error } = query;
  const change = useMutation({
    mutationFn: notice.write,
    onSuccess: (wanted) => {
      client.setQueryData([name], wanted);
      toast.success(wanted ? notice.on : notice.off);
    },
    onError: (cause) => toast.failure(notice.failed, cause),
  });
  if (error && data === undefined)
    return <ErrorState message={notice.explain(error)} query={query} />;
  return (
    <Field label={notice.label} description={notice.description} inline nativeLabel={false}>
      <Switch
        checked={change.isPending ? change.variables : (data ?? false)}
        disabled={data === undefined || change.isPending}
        onCheckedChange={(wanted) => change.mutate(wanted)}
      />
    </Field>
  );
}
