import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { MESSAGES } from "#app/lib/errors/messages.ts";
import { Card, CardHeader } from "#app/ui/display/card.tsx";
import { ErrorState } from "#app/ui/display/states.tsx";
import { Field } from "#app/ui/inputs/field.tsx";
import { Switch } from "#app/ui/inputs/switch.tsx";
import { toast } from "#app/ui/overlays/toast.tsx";
import { myDigest, setMyDigest } from "../queries.ts";

const words = MESSAGES.recipients;
const KEY = ["my_digest"];

interface DigestSwitchProps {
  /** the card's title, where other cards have one */
  title?: string;
}

/** Turns the signed-in person's own morning digest on or off. */
export function DigestSwitch({ title }: DigestSwitchProps) {
  const client = useQueryClient();
  const { data, error, isFetching, refetch } = useQuery({ queryKey: KEY, queryFn: myDigest });
  const change = useMutation({
    mutationFn: setMyDigest,
    onSuccess: (wanted) => {
      client.setQueryData(KEY, wanted);
      toast.success(wanted ? words.digestOn : words.digestOff);
    },
    onError: (cause) => toast.failure(words.digestFailed, cause),
  });
  if (error && data === undefined)
    return (
      <ErrorState
        message={words.digestLoad(error)}
        retrying={isFetching}
        onRetry={() => void refetch()}
      />
    );
  return (
    <Card>
      {title && <CardHeader title={title} />}
      <div className="p-5">
        <Field
          label="Email me a morning digest"
          description="Workdays at 8:00 AM, if there are new or overdue leads or failed emails. This setting is only for you."
          inline
          nativeLabel={false}
        >
          <Switch
            checked={change.isPending ? change.variables : (data ?? false)}
            disabled={data === undefined || change.isPending}
            onCheckedChange={(wanted) => change.mutate(wanted)}
          />
        </Field>
      </div>
    </Card>
  );
}
