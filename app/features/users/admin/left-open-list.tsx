import type { ReactNode } from "react";
import { Link } from "react-router";
import type { LeftOpen } from "#app/lib/data/database.types.ts";
import { countOf, formatCount } from "#app/lib/text/formats.ts";
import { Email } from "#app/ui/display/email.tsx";
import { Field } from "#app/ui/inputs/field.tsx";
import { NativeSelect } from "#app/ui/inputs/native-select.tsx";
import { formatCompanyTime } from "#contract/time/company-zone.ts";

interface LeftOpenListProps {
  /** whose */
  person: string;
  left: LeftOpen;
  /** it is the signed-in person's own account */
  own: boolean;
  retained: readonly string[];
  onKeep: (id: string, stays: boolean) => void;
}

interface Choice {
  id: string;
  label: ReactNode;
  description: string;
  /** what happens to it unless it is kept */
  off: string;
  on: string;
}

/** What ends with a person's role, and what the person who removes them can keep. */
export function LeftOpenList({ person, left, own, retained, onKeep }: LeftOpenListProps) {
  const { unknown_webhooks: unknown } = left;
  const ending = endingOf(left, own, person);
  const choices = choicesOf(left, own);
  return (
    <>
      {ending.length + choices.length === 0 && (
        <p className="text-sm text-ink-2">
          {own ? "You" : "They"} have no open leads, invitations, preview links, webhooks or
          schedules.
        </p>
      )}
      {ending.length > 0 && (
        <Part title="Right away">
          <ul className="grid list-disc gap-1 pl-5 text-sm wrap-anywhere">
            {ending.map(({ id, words }) => (
              <li key={id}>{words}</li>
            ))}
          </ul>
        </Part>
      )}
      {choices.length > 0 && (
        <Part title="You decide">
          {choices.map(({ id, label, description, off, on }) => (
            <Field key={id} label={label} description={description} className="wrap-anywhere">
              <NativeSelect
                choices={[
                  { value: "off", label: off },
                  { value: "on", label: on },
                ]}
                value={retained.includes(id) ? "on" : "off"}
                onValueChange={(value) => onKeep(id, value === "on")}
              />
            </Field>
          ))}
        </Part>
      )}
      {left.downloaded_backup && (
        <p className="rounded-md bg-warning-soft px-3 py-2 text-sm">
          {own ? "You have" : "This person has"} downloaded a backup. After the removal, make new
          keys on the{" "}
          <Link to="/admin/system" className="underline">
            System screen
          </Link>
          .
        </p>
      )}
      {unknown.length > 0 && (
        <p className="rounded-md bg-warning-soft px-3 py-2 text-sm wrap-anywhere">
          No record of who set these up: {unknown.join(", ")}. If it may have been this person,
          check the{" "}
          <Link to="/admin/webhooks" className="underline">
            Webhooks screen
          </Link>
          .
        </p>
      )}
    </>
  );
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="grid gap-3">
    <h3 className="text-sm font-semibold">{title}</h3>
    {children}
  </section>
);

const timeOf = ({ status, publish_at, end_at }: LeftOpen["sets"][number]) =>
  [
    status === "open" && publish_at && `Goes live on ${formatCompanyTime(publish_at)}.`,
    end_at && `Ends on ${formatCompanyTime(end_at)}.`,
  ]
    .filter(Boolean)
    .join(" ");

const withoutOwner = ({ count, follow_ups }: LeftOpen["leads"], person: string) => (
  <>
    <Link to={`/admin/contact-manager?owner=${person}`} className="underline">
      {countOf(count, "open lead")}
    </Link>{" "}
    will have no owner
    {follow_ups > 0 && `, ${formatCount(follow_ups)} with a follow-up date`}
  </>
);

/** What always ends: a schedule, for example, can't keep running in the name of someone who left. */
const endingOf = (
  { invitations, preview_links, sets, leads }: LeftOpen,
  own: boolean,
  person: string,
) => [
  ...(leads.count > 0 ? [{ id: "leads", words: withoutOwner(leads, person) }] : []),
  ...invitations.map(({ email }) => ({
    id: email,
    words: (
      <>
        Invitation to <Email address={email} /> is revoked
      </>
    ),
  })),
  ...preview_links.map(({ id, set, expires_at }) => ({
    id,
    words: `Preview link to ${set}, valid until ${formatCompanyTime(expires_at)}, is revoked`,
  })),
  ...(own ? sets : []).map((set) => ({
    id: set.id,
    words: `Schedule for ${set.name} is removed. ${timeOf(set)}`,
  })),
];

const choicesOf = ({ webhooks, sets, recipients }: LeftOpen, own: boolean): Choice[] => [
  ...webhooks.map(({ id, name, host }) => ({
    id,
    label: `Webhook ${name} (${host})`,
    off: "Turn off",
    on: "Keep on",
    description:
      "A webhook that is off misses new events. If you keep it on, create a new secret on the Webhooks screen.",
  })),
  ...(own ? [] : sets).map((set) => ({
    id: set.id,
    label: `Schedule for ${set.name}`,
    description: timeOf(set),
    off: set.status === "open" ? "Unschedule" : "Cancel the end date (it stays live)",
    on: "Keep under your name",
  })),
  ...recipients.map(({ id, email }) => ({
    id,
    label: (
      <>
        Lead emails to <Email address={email} />
      </>
    ),
    off: "Stop",
    on: "Keep sending",
    description: "Set in Site Settings. Each email includes the lead's name, email and message.",
  })),
];
