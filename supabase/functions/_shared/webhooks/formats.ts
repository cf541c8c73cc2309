import { oneLine } from "../text.ts";
import type { BookingData, Claim, Lead, ReplyData, WebhookEvent } from "./event.ts";

/** What any chat shows of an event: plain text only, as people typed it. */
interface ChatMessage {
  title: string;
  facts: [name: string, value: string][];
  /** the visitor's own text, shortened for chats */
  quote: string;
  /** to the lead in the admin */
  link: string | undefined;
}

const QUOTE_CHARACTERS = 500;
const VALUE_CHARACTERS = 200;

/**
 * The request body in the receiver's format.
 * @param siteUrl adds a link to the lead in the admin, for people
 */
export function formatted(
  { format, payload }: Pick<Claim, "format" | "payload">,
  siteUrl?: string,
) {
  if (format === "standard") return payload;
  const message = chatMessage(JSON.parse(payload), siteUrl);
  return JSON.stringify(format === "slack" ? slack(message) : teams(message));
}

function chatMessage(event: WebhookEvent, siteUrl: string | undefined): ChatMessage {
  if (event.type === "test") {
    const company = oneLine(event.data.company ?? "");
    return {
      title: `A test${company && ` from ${company}`}`,
      facts: [],
      quote: event.data.message,
      link: undefined,
    };
  }
  const { lead } = event.data;
  const link = siteUrl && lead ? `${siteUrl}/admin/contact-manager?open=${lead.id}` : undefined;
  switch (event.type) {
    case "booking.created":
      return bookingMessage(event.data, link);
    case "lead.status_changed": {
      const title = `${whose(event.data.lead)}: ${named(event.data.previous_status)} → ${named(event.data.lead.status)}`;
      return { title, facts: [], quote: "", link };
    }
    case "lead.won":
    case "lead.lost": {
      const { monthly_value: value, lost_reason } = event.data.lead;
      const title = `${whose(event.data.lead)}: ${event.type === "lead.won" ? "Won" : "Lost"}`;
      const dollars = value == null ? null : `$${value.toLocaleString("en-US")}`;
      const facts = [...fact("Monthly value", dollars), ...fact("Reason", lost_reason ?? null)];
      return { title, facts, quote: "", link };
    }
    case "lead.replied":
      return replyMessage(event.data, link);
    case "lead.created":
      return leadMessage(event.data.lead, link);
    default:
      // Stored by a newer version, which sends it at the next try.
      throw new Error(`This version doesn't know the event ${(event as WebhookEvent).type}.`);
  }
}

function bookingMessage({ booking, lead }: BookingData, link: string | undefined): ChatMessage {
  const { source, landing_page } = booking;
  return {
    title: `A call was booked${lead ? ` by ${whose(lead)}` : ""}`,
    facts: [...fact("Source", source), ...fact("Landing page", landing_page)],
    quote: "",
    link,
  };
}

function leadMessage(lead: Lead, link: string | undefined): ChatMessage {
  return {
    title: `${lead.likely_spam ? "Likely spam: " : ""}New lead from ${whose(lead)}`,
    facts: [
      ["Email", short(lead.email)],
      ["Monthly volume", short(lead.monthly_volume)],
      ["Platforms", short(lead.platforms.join(", "))],
    ],
    quote: cut((lead.message ?? "").trim(), QUOTE_CHARACTERS),
    link,
  };
}

const replyMessage = ({ reply, lead }: ReplyData, link: string | undefined): ChatMessage => ({
  title: `${whose(lead)} replied`,
  facts: [["Email", short(reply.from)], ...fact("Subject", reply.subject)],
  quote: cut((reply.text ?? "").trim(), QUOTE_CHARACTERS),
  link,
});

/** A status as the inbox shows it: "new" becomes "New". */
const named = (status: string) => status.charAt(0).toUpperCase() + status.slice(1);

const fact = (name: string, value: string | null): [string, string][] =>
  value ? [[name, short(value)]] : [];

const whose = ({ name, business_name }: Lead) =>
  short([name, business_name].filter(Boolean).join(", "));
const short = (value: string) => cut(oneLine(value), VALUE_CHARACTERS);

/** Cuts by code points, so never through half of a surrogate pair. */
function cut(text: string, most: number): string {
  const characters = [...text];
  return characters.length > most ? `${characters.slice(0, most).join("")}…` : text;
}

/** https://docs.slack.dev/messaging/formatting-message-text: escaping these prevents links and mentions. */
const forSlack = (text: string) =>
  text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");

function slack({ title, facts, quote, link }: ChatMessage) {
  const section = (text: string) => ({
    type: "section",
    text: { type: "mrkdwn", text, verbatim: true },
  });
  const lines = quote && forSlack(quote).replace(/^/gm, ">");
  const list = facts.map(([name, value]) => `${name}: ${forSlack(value)}`).join("\n");
  return {
    text: forSlack(title),
    blocks: [
      section(`*${forSlack(title)}*`),
      ...[list, lines, link && `<${link}|Open it in the admin>`].flatMap((text) =>
        text ? [section(text)] : [],
      ),
    ],
  };
}

/**
 * An Adaptive Card in a message, as Teams Workflows accept it. What people typed is in text runs: a text
 * block would interpret Markdown, and a stranger's link would look like ours.
 * https://learn.microsoft.com/microsoftteams/platform/webhooks-and-connectors/how-to/connectors-using
 */
function teams({ title, facts, quote, link }: ChatMessage) {
  const text = (words: string, looks: object = {}) => ({
    type: "RichTextBlock",
    inlines: [{ type: "TextRun", text: words, ...looks }],
  });
  return {
    type: "message",
    attachments: [
      {
        contentType: "application/vnd.microsoft.card.adaptive",
        content: {
          $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
          type: "AdaptiveCard",
          version: "1.4",
          body: [
            text(title, { weight: "Bolder", size: "Medium" }),
            ...facts.map(([name, value]) => text(`${name}: ${value}`)),
            ...(quote ? [text(quote, { isSubtle: true })] : []),
          ],
          ...(link && {
            actions: [{ type: "Action.OpenUrl", title: "Open it in the admin", url: link }],
          }),
        },
      },
    ],
  };
}
