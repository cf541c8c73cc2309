import { Link } from "react-router";
import { useAccess } from "#app/lib/access/use-access.ts";
import { useInboundState } from "#app/lib/data/functions/inbound.ts";
import { INBOUND_MESSAGES } from "#app/lib/errors/answer-messages.ts";
import { formatAge } from "#app/lib/text/formats.ts";
import { Notice } from "#app/ui/display/states.tsx";

/** Where answers go, and whether the mailbox can be read. */
export function MailboxLine() {
  const { administer } = useAccess();
  const { data: state, error } = useInboundState({ ask: true });
  if (error) return <Notice>{INBOUND_MESSAGES.state(error)}</Notice>;
  if (!state) return <p className="mb-4 h-5" />;
  const { on, address, checked_at } = state;
  if (state.error)
    return (
      <Notice>
        <span className="min-w-0 wrap-anywhere">
          The mailbox can't be read right now: {state.error}{" "}
          {checked_at && `It was last read ${formatAge(checked_at)}. `}
          Nothing is lost: emails wait there.
        </span>
      </Notice>
    );
  return (
    <p className="mb-4 text-sm text-ink-2 wrap-anywhere">
      {on ? (
        <>
          {address ? `Replies go to ${address}.` : "Replies arrive here."}
          {checked_at && ` The mailbox was last read ${formatAge(checked_at)}.`}
        </>
      ) : (
        <>
          When leads reply to you, their emails go to your own mailbox. To read them here,{" "}
          {administer ? (
            <Link to="/admin/system" className="text-accent underline">
              set up incoming email
            </Link>
          ) : (
            "ask an admin to set up incoming email"
          )}
          .
        </>
      )}
    </p>
  );
}
