import { Link } from "react-router";
import { useAccess } from "#app/lib/access/use-access.ts";
import { useInboundState } from "#app/lib/data/functions/inbound.ts";
import { ANSWER_MESSAGES as words } from "#app/lib/errors/answer-messages.ts";
import { Email } from "#app/ui/display/email.tsx";

/** Where answers to a reply go. @param sender the address of who writes it */
export function AnswersTo({ sender }: { sender: string | undefined }) {
  const { administer } = useAccess();
  const state = useInboundState({ ask: true });
  if (state.error) return <p className="text-danger">{words.state(state.error)}</p>;
  if (!state.data) return null;
  const { on, error } = state.data;
  if (!on)
    return (
      <p>
        {sender && (
          <>
            Replies go to <Email address={sender} />.{" "}
          </>
        )}
        To read them here,{" "}
        {administer ? (
          <Link to="/admin/system" className="text-accent underline">
            set up incoming email
          </Link>
        ) : (
          "ask an admin to set up incoming email"
        )}
        .
      </p>
    );
  return (
    <>
      <p>Replies appear in this lead.</p>
      {error && (
        <p className="text-danger">
          The mailbox can't be read right now, so new replies arrive late.
          {administer && (
            <>
              {" "}
              <Link to="/admin/system" className="underline">
                See why
              </Link>
            </>
          )}
        </p>
      )}
    </>
  );
}
