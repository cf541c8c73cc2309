import { type ContactField, type Content, fixed, place } from "#app/content/index.ts";
import { ESTIMATE_NOTE } from "#app/lib/domain/prices/words.ts";
import { ButtonLink } from "#app/site-kit/button.tsx";
import { CardHead } from "#app/site-kit/card-head.tsx";
import { breakable, unbroken } from "#app/site-kit/unbroken.tsx";
import { Arrow } from "#app/ui/icons/arrow.tsx";
import { Barcode } from "#app/ui/icons/barcode.tsx";
import type { ContactEntries } from "../entries.ts";
import { hasArrived } from "../submit.ts";
import { Field } from "./field.tsx";
import { type Posted, startOf, useContactForm } from "./use-contact-form.ts";

const { contactPage } = fixed;

/** Without JavaScript, the page after a submit opens at the result. */
const FOCUS_ON_ARRIVAL = { autoFocus: true };

interface ContactFormProps {
  words: Omit<Content<"contact">["contact_form"], "fields_config">;
  fields: readonly ContactField[];
  /** the result of a submit without JavaScript */
  posted: Posted | undefined;
  /** initial values for a visitor who comes from an estimate */
  suggested: ContactEntries | null;
  /** a call can be booked further down the page */
  calendar: boolean;
  /** epoch milliseconds when the server rendered the page, to time a submit without JavaScript */
  openedAt: number;
  company: string;
  /** there is a privacy page to link to */
  privacy: boolean;
}

/**
 * The contact form (rules C-1 to C-9). Without JavaScript it posts to the server; otherwise the
 * browser makes the three calls. Both use the same schema and the same sequence.
 */
export function ContactForm(props: ContactFormProps) {
  const { words, fields, posted, suggested, calendar, openedAt, company, privacy } = props;
  const { round, errors, outcome, meant, sending, formRef, resultRef, send, change, takeMeant } =
    useContactForm(fields, posted, suggested);
  const entries = round === 0 ? startOf(posted, suggested) : undefined;
  const canBook = outcome && hasArrived(outcome) && calendar;
  const firstWrong = fields.find(({ name }) => posted?.errors?.[name])?.name;
  return (
    <div id="contact_form" className="card card-framed card-tall flex h-full flex-col">
      <CardHead
        title={words.title}
        description={words.description}
        titleAt={place(words, "title")}
        descriptionAt={place(words, "description")}
      >
        <Barcode value={company} className="h-8" />
      </CardHead>
      {entries?.estimate && (
        <p className="border-b-2 bg-brand-soft px-5 py-4 font-semibold sm:px-8">{ESTIMATE_NOTE}</p>
      )}
      <form
        key={round}
        ref={formRef}
        method="post"
        action="/contact"
        noValidate
        aria-label={words.title}
        onSubmit={send}
        onInput={change}
        className="form-grid flex-1 min-[40rem]:grid-cols-2"
      >
        {fields.map((field) => (
          <Field
            key={field.name}
            field={field}
            entries={entries}
            error={errors[field.name]}
            inert={sending}
            autoFocus={field.name === firstWrong}
            question={field.name === "email" && <DidYouMean email={meant} onUse={takeMeant} />}
          />
        ))}
        <input type="hidden" name="opened_at" value={openedAt} />
        <input type="hidden" name="estimate" defaultValue={entries?.estimate} />
        {posted?.attribution && (
          <input type="hidden" name="attribution" value={JSON.stringify(posted.attribution)} />
        )}
        <div className="honeypot" aria-hidden="true">
          <label>
            {contactPage.trap}
            <input name="reference_link" tabIndex={-1} autoComplete="off" />
          </label>
        </div>
        {outcome && (
          <p
            ref={resultRef}
            tabIndex={-1}
            role={hasArrived(outcome) ? "status" : "alert"}
            {...(outcome === posted?.outcome && FOCUS_ON_ARRIVAL)}
            data-state={outcome.state}
            className="result min-[40rem]:col-span-2"
          >
            {unbroken(outcome.message)}
          </p>
        )}
        {canBook && (
          <div className="bg-card p-5 min-[40rem]:col-span-2 sm:px-8">
            <ButtonLink href="#schedule">{contactPage.pickTime}</ButtonLink>
          </div>
        )}
        <div className="flex flex-wrap items-center gap-x-6 gap-y-4 bg-card p-5 min-[40rem]:col-span-2 sm:px-8">
          <button
            type="submit"
            className={canBook ? "button button-plain" : "button"}
            aria-disabled={sending || undefined}
          >
            <span {...place(words, "submit_button")}>
              {sending ? contactPage.sending : words.submit_button.trim() || contactPage.send}
            </span>
            {!canBook && <Arrow />}
          </button>
          {words.note && (
            <p className="max-w-[20em] text-sm text-ink-2" {...place(words, "note")}>
              {unbroken(words.note)}
            </p>
          )}
          {privacy && (
            <p className="text-sm">
              <a href="/privacy">{contactPage.privacy}</a>
            </p>
          )}
        </div>
      </form>
    </div>
  );
}

interface DidYouMeanProps {
  /** undefined: the typed address looks right */
  email: string | undefined;
  onUse: () => void;
}

/** Asks about an address with a likely typo. It may be right, so it can be sent as it is. */
const DidYouMean = ({ email, onUse }: DidYouMeanProps) => (
  <p role="status" className="text-sm">
    {email && (
      <>
        {contactPage.didYouMean}{" "}
        <button
          type="button"
          onClick={onUse}
          className="py-2 text-left font-semibold wrap-anywhere underline underline-offset-4"
        >
          {breakable(`${email}?`)}
        </button>
      </>
    )}
  </p>
);
