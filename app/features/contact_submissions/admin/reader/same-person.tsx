import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { useOneAtATime } from "#app/admin-kit/forms/use-one-at-a-time.ts";
import type { Lead, SamePerson as Other } from "#app/lib/data/database.types.ts";
import { MESSAGES } from "#app/lib/errors/messages.ts";
import { formatDate } from "#app/lib/text/formats.ts";
import { Badge } from "#app/ui/display/badge.tsx";
import { ErrorState } from "#app/ui/display/states.tsx";
import { Button } from "#app/ui/inputs/button.tsx";
import { toast } from "#app/ui/overlays/toast.tsx";
import * as queries from "../queries.ts";
import { firstLine, STATUS_NAMES, spamName } from "../words.ts";
import type { Walk } from "./use-walk.ts";

const words = MESSAGES.submissions;
/** More are shown on request. */
const SHOWN = 3;

export interface SamePersonProps {
  row: Lead;
  linkTo: Walk["linkTo"];
}

/** Other leads from this person. Each can be opened, or joined with this one. */
export function SamePerson({ row, linkTo }: SamePersonProps) {
  const client = useQueryClient();
  const [all, setAll] = useState(false);
  const others = useQuery({
    queryKey: [queries.name, "same person", row.id],
    queryFn: () => queries.samePerson(row.id),
  });
  const { mutateAsync, isPending } = useMutation({
    mutationFn: async ({ id, joined }: Other) => {
      await (joined ? queries.part(id) : queries.join(row.id, id));
    },
    onSuccess: (_, { joined }) => toast.success(joined ? words.separated : words.joined),
    onError: (cause) => toast.failure(words.markFailed, cause),
    onSettled: () => client.invalidateQueries({ queryKey: [queries.name] }),
  });
  const turn = useOneAtATime(mutateAsync);

  if (others.isError) return <ErrorState message={words.load()} query={others} />;
  if (!others.data?.length) return null;
  const shown = all ? others.data : others.data.slice(0, SHOWN);
  const title = otherMessages(row, others.data);
  return (
    <section aria-label={title} className="grid gap-2 rounded-md border border-line px-4 py-3">
      <h3 className="font-medium">{title}</h3>
      <ul className="grid gap-2">
        {shown.map((other) => (
          <li key={other.id} className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-3">
            <div className="min-w-0">
              <p className="wrap-anywhere">
                <Link {...linkTo(other.id)} className="font-medium text-ink underline">
                  {formatDate(other.created_at)}
                </Link>{" "}
                <span className="text-ink-2">
                  {spamName(other) || STATUS_NAMES[other.status]}
                  {recognizedBy(row, other)}
                </span>{" "}
                {other.joined && <Badge tone="brand">Joined</Badge>}
              </p>
              <p
                className={
                  other.joined ? "whitespace-pre-wrap wrap-anywhere" : "line-clamp-1 wrap-anywhere"
                }
              >
                {(other.joined ? other.message : firstLine(other)) || "No message"}
              </p>
            </div>
            {!row.deleted_at && (
              <Button
                size="sm"
                disabled={isPending}
                focusableWhenDisabled
                onClick={() => turn(other)}
              >
                {other.joined ? "Separate" : "Join"}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {others.data.length > shown.length && (
        <Button size="sm" look="ghost" className="justify-self-start" onClick={() => setAll(true)}>
          Show all {others.data.length}
        </Button>
      )}
      {others.data.some(({ joined }) => joined) && (
        <p className="text-ink-2">
          When you change the status, owner or follow-up date, joined messages with the same value
          change too.
        </p>
      )}
    </section>
  );
}

const messages = (count: number, which: string) =>
  count > 0 ? [`${count} ${which} ${count === 1 ? "message" : "messages"}`] : [];

/** "2 earlier messages and 1 later message from this person" */
export function otherMessages(row: Lead, others: readonly Other[]): string {
  const earlier = others.filter(({ created_at }) => created_at <= row.created_at).length;
  const counts = [...messages(earlier, "earlier"), ...messages(others.length - earlier, "later")];
  return `${counts.join(" and ")} from this person`;
}

/** How the person was recognized, unless by the email address that both show. */
export function recognizedBy(row: Lead, { by, name, email }: Other): string {
  if (by.includes("email")) return name === row.name ? "" : ` · as ${name}`;
  const from = ` · ${name}, ${email}`;
  return by.includes("phone") ? `${from} · same phone number` : from;
}
