import CircleCheck from "lucide-react/icons/circle-check";
import { useState } from "react";
import { Link } from "react-router";
import type { Dashboard, LeadFigures, WaitingReview } from "#app/lib/data/database.types.ts";
import type { DispatchTrouble } from "#app/lib/domain/dispatch/clock.ts";
import { countOf } from "#app/lib/text/formats.ts";
import { cx } from "#app/ui/cx.ts";
import { Card, CardHeader } from "#app/ui/display/card.tsx";
import { TextButton } from "#app/ui/inputs/button.tsx";
import { LINKS } from "./links.ts";

const UNSENT: Record<
  LeadFigures["unsent"][number]["what"],
  { titles: [one: string, many: string]; why: string }
> = {
  notice: {
    titles: ["team notification failed", "team notifications failed"],
    why: "Your team wasn't emailed about these leads. Open one and select Notify again.",
  },
  reply: {
    titles: ["reply to a customer failed", "replies to customers failed"],
    why: "They haven't received your reply. Open the lead and select Try again.",
  },
  other: {
    titles: ["other email failed", "other emails failed"],
    why: "A confirmation to a visitor, or a reminder. Open the lead to see why.",
  },
};

const REVIEWS: Record<
  WaitingReview["what"],
  { title: (set: string) => string; why: (who: string) => string }
> = {
  review: {
    title: (set) => `${set} is waiting for your review`,
    why: (who) => `${who} asked you to look at these changes before they go live.`,
  },
  approved: {
    title: (set) => `${set} is approved`,
    why: (who) => `${who} approved it. You can publish it now.`,
  },
  changes: {
    title: (set) => `${set} needs changes`,
    why: (who) => `${who} asked for changes. Read the comments in the review.`,
  },
};

interface Matter {
  to: string;
  title: string;
  why: string;
}

/** What needs attention, most urgent first. */
export function mattersOf(figures: Dashboard, dispatch?: DispatchTrouble): Matter[] {
  const {
    email_saved = false,
    new_answers = 0,
    unmatched_mails = 0,
    overdue = 0,
    unsent = [],
    waiting_sets = 0,
    reviews = [],
    spam = 0,
    held_spam = 0,
    active_prices,
    active_faqs,
    images_without_alt_text = 0,
  } = figures;
  const matters: (Matter | false)[] = [
    email_saved && {
      to: LINKS.system,
      title: "Email isn't set up",
      why: "Notifications, invitations and replies aren't sent. They are saved on the server.",
    },
    ...unsent.map(({ what, count, newest }) => ({
      to: LINKS.failedMail(newest),
      title: countOf(count, ...UNSENT[what].titles),
      why: UNSENT[what].why,
    })),
    new_answers > 0 && {
      to: LINKS.newAnswers,
      title: countOf(new_answers, "lead has replied", "leads have replied"),
      why: "Read their email and reply.",
    },
    overdue > 0 && {
      to: LINKS.overdue,
      title: countOf(overdue, "lead is overdue", "leads are overdue"),
      why: "Unanswered for more than 4 business hours.",
    },
    unmatched_mails > 0 && {
      to: LINKS.unmatched,
      title: countOf(unmatched_mails, "email matches no lead", "emails match no lead"),
      why: "Attach each email to a lead, create a lead from it, or dismiss it.",
    },
    ...reviews.map(({ id, name, what, who }) => ({
      to: LINKS.review(id),
      title: REVIEWS[what].title(name),
      why: REVIEWS[what].why(who ?? "Someone"),
    })),
    waiting_sets > 0 && {
      to: LINKS.sets,
      title: countOf(
        waiting_sets,
        "change set needs your attention",
        "change sets need your attention",
      ),
      why: "A set couldn't go live or end, or you need to decide on later edits.",
    },
    dispatch !== undefined && {
      to: LINKS.dispatch,
      title: dispatch.isLate
        ? "Some orders would miss TikTok Shop's deadline"
        : "The dispatch clock isn't shown",
      why: dispatch.words,
    },
    active_prices === 0 && {
      to: LINKS.prices,
      title: "No active prices",
      why: "Visitors see the built-in default prices.",
    },
    active_faqs === 0 && {
      to: LINKS.faqs,
      title: "No active FAQs",
      why: "Visitors see the built-in default questions.",
    },
    spam > held_spam && {
      to: LINKS.likelySpam,
      title: countOf(spam - held_spam, "lead is likely spam", "leads are likely spam"),
      why: "Shown with your other leads. Check for real messages.",
    },
    held_spam > 0 && {
      to: LINKS.heldSpam,
      title: countOf(held_spam, "lead is held as spam", "leads are held as spam"),
      why: "Not shown with your other leads. Check for real messages.",
    },
    images_without_alt_text > 0 && {
      to: LINKS.altTexts,
      title: countOf(images_without_alt_text, "image without alt text", "images without alt text"),
      why: `Screen readers can't describe ${images_without_alt_text === 1 ? "it" : "them"}.`,
    },
  ];
  return matters.filter((matter) => matter !== false);
}

/** More would push the dashboard's cards below the fold. */
const SHOWN = 6;

interface AttentionProps {
  figures: Dashboard;
  /** what is wrong with the settings of the dispatch clock */
  dispatch: DispatchTrouble | undefined;
  mayOpen: (to: string) => boolean;
}

/** 'Needs attention', each item with a link. */
export function Attention({ figures, dispatch, mayOpen }: AttentionProps) {
  const [all, setAll] = useState(false);
  const matters = mattersOf(figures, dispatch).filter(({ to }) => mayOpen(to));
  const shown = all ? matters : matters.slice(0, SHOWN);
  return (
    <Card className={cx("min-w-0", matters.length < 3 && "self-start")}>
      <CardHeader title="Needs attention" />
      {matters.length === 0 ? (
        <p className="flex items-center gap-3 px-5 py-4 text-sm">
          <CircleCheck aria-hidden className="size-5 shrink-0 text-success" />
          All clear.
        </p>
      ) : (
        <ul className={cx("grid p-2 sm:grid-cols-2", matters.length < 5 && "lg:grid-cols-1")}>
          {shown.map(({ to, title, why }) => (
            <li key={title}>
              <Link
                to={to}
                className="flex h-full gap-3 rounded-md px-3 py-2 text-sm no-underline hover:bg-paper-2"
              >
                <span
                  aria-hidden
                  className="mt-1.5 size-2.5 shrink-0 rounded-full bg-label forced-colors:bg-[CanvasText]"
                />
                <span className="grid min-w-0 content-start">
                  <span className="font-medium text-ink">{title}</span>
                  <span className="text-xs/4.5 text-ink-2">{why}</span>
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      {shown.length < matters.length && (
        <p className="px-5 pb-3">
          <TextButton onClick={() => setAll(true)}>
            Show {matters.length - shown.length} more
          </TextButton>
        </p>
      )}
    </Card>
  );
}
