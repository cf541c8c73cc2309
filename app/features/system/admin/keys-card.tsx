import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useStaffName } from "#app/admin-kit/resource/use-staff-name.ts";
import { formatTime } from "#app/lib/text/formats.ts";
import { Card, CardHeader } from "#app/ui/display/card.tsx";
import { Button } from "#app/ui/inputs/button.tsx";
import { AlertOnDemand } from "#app/ui/overlays/alert-on-demand.ts";
import { toast } from "#app/ui/overlays/toast.tsx";
import { SYSTEM_MESSAGES } from "../messages.ts";
import { makeNewKeys, type SystemFacts } from "../queries.ts";
import { Fact, Facts } from "./facts.tsx";

const words = SYSTEM_MESSAGES;

/** The keys that sign sessions and links, with a button to make new ones. */
export function KeysCard({ database, server }: SystemFacts) {
  const [asks, setAsks] = useState(false);
  const making = useMutation({
    mutationFn: makeNewKeys,
    onSuccess: () => toast.success(words.keysMade),
    onError: (cause) => toast.failure(words.keysFailed, cause),
    onSettled: () => setAsks(false),
  });
  const nameOf = useStaffName();
  if (!server) return null;
  const { made_at, made_by } = database.backups.keys;
  return (
    <Card>
      <CardHeader
        title="Keys"
        aside={
          <Button size="sm" onClick={() => setAsks(true)}>
            Create new keys
          </Button>
        }
      />
      <p className="border-b border-line px-5 py-3 text-sm text-ink-2">
        Keys sign sessions and links. Create new keys if someone may have gained access to them.
      </p>
      <Facts>
        <Fact name="In use since">
          {formatTime(made_at)}
          {made_by && `, made by ${nameOf(made_by)}`}
        </Fact>
      </Facts>
      <AlertOnDemand
        open={asks}
        title="Create new keys?"
        description={
          <>
            <p>Everyone is signed out, including you. These links stop working:</p>
            <ul className="mt-2 list-disc pl-5">
              <li>links in emails: confirm an address, set a password, accept an invitation</li>
              <li>preview links</li>
              <li>backup downloads that haven't started</li>
            </ul>
            <p className="mt-2">
              Invitations stay open. Send them again from Users. Passwords and webhook secrets stay
              the same.
            </p>
          </>
        }
        confirmLabel="Create new keys"
        danger
        pending={making.isPending}
        onConfirm={() => making.mutate()}
        onCancel={() => setAsks(false)}
      />
    </Card>
  );
}
