import ArrowRight from "lucide-react/icons/arrow-right";
import CircleCheck from "lucide-react/icons/circle-check";
import { Link } from "react-router";
import type { Dashboard } from "#app/lib/data/database.types.ts";
import { formatCount } from "#app/lib/text/formats.ts";
import { Card, CardHeader } from "#app/ui/display/card.tsx";
import { LINKS } from "./links.ts";

const counted = (count: number, one: string, many: string) =>
  `${formatCount(count)} ${count === 1 ? one : many}`;

interface Matter {
  to: string;
  title: string;
  why: string;
}

/** What someone should look at, most urgent first. */
export function mattersOf(figures: Dashboard): Matter[] {
  const { failed_mail, waiting_sets, spam, active_prices, active_faqs, images_without_alt_text } =
    figures;
  const matters: (Matter | false)[] = [
    failed_mail > 0 && {
      to: LINKS.failedMail,
      title: counted(failed_mail, "mail failed", "mails failed"),
      why: "Nobody at the company was told about these submissions.",
    },
    waiting_sets > 0 && {
      to: LINKS.sets,
      title: counted(waiting_sets, "set waits for you", "sets wait for you"),
      why: "It could not go live or end, or what was changed since has to be decided.",
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
    spam > 0 && {
      to: LINKS.spam,
      title: counted(spam, "submission is likely spam", "submissions are likely spam"),
      why: "A real one may hide among them.",
    },
    images_without_alt_text > 0 && {
      to: LINKS.altTexts,
      title: counted(
        images_without_alt_text,
        "image without alternative text",
        "images without alternative text",
      ),
      why: "People who don't see them are told nothing.",
    },
  ];
  return matters.filter((matter) => matter !== false);
}

/** 'Needs attention', each with its way there. */
export function Attention({ figures }: { figures: Dashboard }) {
  const matters = mattersOf(figures);
  return (
    <Card className="min-w-0">
      <CardHeader title="Needs attention" />
      {matters.length === 0 ? (
        <p className="flex items-center gap-3 px-5 py-4 text-sm">
          <CircleCheck aria-hidden className="size-5 shrink-0 text-success" />
          Nothing does. No mail failed, and visitors see the lists of prices and FAQs.
        </p>
      ) : (
        <ul className="divide-y divide-line">
          {matters.map(({ to, title, why }) => (
            <li key={title}>
              <Link
                to={to}
                className="group flex items-center gap-4 px-5 py-3 text-sm no-underline hover:bg-paper-2"
              >
                <span aria-hidden className="size-2.5 shrink-0 rounded-full bg-label" />
                <span className="grid min-w-0 flex-1">
                  <span className="font-medium text-ink">{title}</span>
                  <span className="text-ink-2">{why}</span>
                </span>
                <ArrowRight aria-hidden className="size-4 shrink-0 text-ink-3" />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
