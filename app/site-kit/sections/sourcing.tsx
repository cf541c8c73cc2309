import { type Content, items } from "#app/content/index.ts";
import { serviceList } from "#app/lib/page/head/structured-data.ts";
import { SectionHead } from "#app/site-kit/section-head.tsx";
import { Timeline, weekRanges } from "#app/site-kit/sections/timeline.tsx";
import { StructuredData } from "#app/site-kit/structured-data.tsx";
import { text } from "#app/site-kit/text.ts";

/** The six services as ticked boxes on a customs form. */
export function SourcingServices({ services }: { services: Content<"sourcing">["services"] }) {
  const boxes = items(services, "service");
  if (boxes.length === 0) return null;
  return (
    <section id="services" className="overflow-hidden bg-paper-2 py-14 sm:py-20 lg:py-32">
      <StructuredData of={(siteUrl) => serviceList(boxes, siteUrl)} />
      <div className="wrap">
        <SectionHead of={services} />
        <div className="card card-framed card-tall not-first:mt-12 lg:not-first:mt-16">
          <ul className="service-grid">
            {boxes.map((box) => (
              <li key={box.number}>
                <span className="code text-ink-2" aria-hidden="true">
                  {box.number}
                </span>
                <h3 className="mt-3 text-xl lg:mt-6" {...text(box, "title")} />
                <p className="mt-3 max-w-[28em] text-ink-2" {...text(box, "description")} />
              </li>
            ))}
          </ul>
        </div>
      </div>
    </section>
  );
}

/** A ledger: the heading stays in the margin while the lines scroll. */
export function Benefits({ benefits }: { benefits: Content<"sourcing">["benefits"] }) {
  const cards = items(benefits, "card");
  if (cards.length === 0) return null;
  return (
    <section
      id="benefits"
      className="wrap grid gap-x-8 gap-y-10 py-14 sm:gap-y-12 sm:py-20 lg:grid-cols-12 lg:py-32"
    >
      {benefits.title && (
        <h2
          className="self-start text-4xl lg:text-3xl lg:sticky lg:top-32 lg:col-span-4"
          {...text(benefits, "title")}
        />
      )}
      <ol className="border-t-2 lg:col-span-8 lg:col-start-5">
        {cards.map((card, index) => (
          <li
            key={card.number}
            className="grid gap-x-8 gap-y-3 border-b border-line-strong py-8 sm:grid-cols-[3rem_1fr_1.2fr] lg:py-10"
          >
            <span className="code pt-1.5 text-ink-2" aria-hidden="true">
              {String(index + 1).padStart(2, "0")}
            </span>
            <h3 className="text-2xl" {...text(card, "title")} />
            <p className="text-ink-2" {...text(card, "description")} />
          </li>
        ))}
      </ol>
    </section>
  );
}

/** A project's steps along a dashed route, horizontal on wide screens and vertical on phones. */
export function SourcingProcess({ process }: { process: Content<"sourcing">["process"] }) {
  const steps = items(process, "step");
  if (steps.length === 0) return null;
  return (
    <section id="process" className="wrap py-14 sm:py-20 lg:py-32">
      {process.title && <h2 className="max-w-[11.5em] text-4xl" {...text(process, "title")} />}
      <ol className="process-steps not-first:mt-14 lg:not-first:mt-20">
        {steps.map((step, index) => (
          <li key={step.number}>
            <span className="step-number code" aria-hidden="true">
              {index + 1}
            </span>
            <h3 className="text-xl" {...text(step, "title")} />
            <p className="mt-2 max-w-[23em] text-ink-2" {...text(step, "description")} />
          </li>
        ))}
      </ol>
    </section>
  );
}

interface TermsProps {
  pricing: Content<"sourcing">["pricing"];
  faqs: Content<"sourcing">["faqs"];
}

/** What it costs, on two receipts, and how long it takes, on a timeline. */
export function Terms({ pricing, faqs }: TermsProps) {
  const notes = items(pricing, "note");
  const questions = items(faqs, "faq");
  const ranges = questions.flatMap(({ answer }) => weekRanges(answer));
  if (notes.length + questions.length === 0) return null;
  return (
    <section className="border-t border-line bg-paper-2">
      <div className="wrap grid gap-x-8 gap-y-14 py-14 sm:gap-y-20 sm:py-20 lg:grid-cols-12 lg:py-32">
        {notes.length > 0 && (
          <div id="pricing" className="lg:col-span-5">
            {pricing.title && <h2 className="text-3xl" {...text(pricing, "title")} />}
            <ul className="mt-10 grid gap-10">
              {notes.map((note) => (
                <li key={note.number} className="card card-torn px-6 py-8 sm:px-8 lg:even:ml-10">
                  <h3
                    className="border-b-2 border-dashed border-line pb-5 text-2xl"
                    {...text(note, "title")}
                  />
                  <p className="mt-5 text-ink-2" {...text(note, "description")} />
                </li>
              ))}
            </ul>
          </div>
        )}
        {questions.length > 0 && (
          <div id="faqs" className="lg:col-span-6 lg:col-start-7">
            {faqs.title && <h2 className="text-3xl" {...text(faqs, "title")} />}
            <ul className="mt-10 border-t-2">
              {questions.map((faq) => (
                <li key={faq.number} className="border-b border-line-strong py-8">
                  <h3 className="text-xl" {...text(faq, "question")} />
                  <p className="mt-3 text-ink-2" {...text(faq, "answer")} />
                </li>
              ))}
            </ul>
            {ranges.length > 0 && <Timeline faqs={faqs} ranges={ranges} />}
          </div>
        )}
      </div>
    </section>
  );
}
