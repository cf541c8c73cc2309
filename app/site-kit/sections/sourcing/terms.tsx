import { type Content, items, place } from "#app/content/index.ts";
import { unbroken } from "#app/site-kit/unbroken.tsx";
import { weekRanges } from "./week-ranges.ts";

interface TermsProps {
  pricing: Content<"sourcing">["pricing"];
  faqs: Content<"sourcing">["faqs"];
}

/** What it costs, on two receipts; how long it takes, on one scale of weeks. */
export function Terms({ pricing, faqs }: TermsProps) {
  const notes = items(pricing, "note");
  const questions = items(faqs, "faq");
  const longest = Math.max(
    ...questions.flatMap(({ answer }) => weekRanges(answer)).map((r) => r.to),
  );
  if (notes.length + questions.length === 0) return null;
  return (
    <section className="border-t border-line bg-paper-2">
      <div className="wrap grid gap-x-8 gap-y-20 py-20 lg:grid-cols-12 lg:py-32">
        {notes.length > 0 && (
          <div id="pricing" className="lg:col-span-5">
            {pricing.title && (
              <h2 className="text-3xl" {...place(pricing, "title")}>
                {unbroken(pricing.title)}
              </h2>
            )}
            <ul className="mt-10 grid gap-10">
              {notes.map((note) => (
                <li key={note.number} className="card card-torn px-6 py-8 sm:px-8 lg:even:ml-10">
                  <h3
                    className="border-b-2 border-dashed border-line pb-5 text-2xl"
                    {...place(note, "title")}
                  >
                    {unbroken(note.title)}
                  </h3>
                  <p className="mt-5 text-ink-2" {...place(note, "description")}>
                    {unbroken(note.description)}
                  </p>
                </li>
              ))}
            </ul>
          </div>
        )}
        {questions.length > 0 && (
          <div id="faqs" className="lg:col-span-6 lg:col-start-7">
            {faqs.title && (
              <h2 className="text-3xl" {...place(faqs, "title")}>
                {unbroken(faqs.title)}
              </h2>
            )}
            <ul className="mt-10 border-t-2">
              {questions.map((faq) => (
                <li key={faq.number} className="border-b border-line-strong py-8">
                  <h3 className="text-xl" {...place(faq, "question")}>
                    {unbroken(faq.question)}
                  </h3>
                  <p className="mt-3 text-ink-2" {...place(faq, "answer")}>
                    {unbroken(faq.answer)}
                  </p>
                  {weekRanges(faq.answer).map((range) => (
                    <div key={range.words} className="mt-5 first-of-type:mt-7" aria-hidden="true">
                      <Weeks {...range} longest={longest} />
                    </div>
                  ))}
                </li>
              ))}
            </ul>
          </div>
        )}
      </div>
    </section>
  );
}

/** One range of weeks on the scale that all answers of the page share. */
function Weeks({
  from,
  to,
  words,
  longest,
}: {
  from: number;
  to: number;
  words: string;
  longest: number;
}) {
  const percent = (weeks: number) => `${(weeks / longest) * 100}%`;
  return (
    <>
      <span className="code text-ink">{unbroken(words)}</span>
      <span className="week-scale mt-1.5 block h-5">
        <span
          className="block h-full border-[1.5px] border-ink bg-label"
          style={{ marginLeft: percent(from), width: percent(to - from) }}
        />
      </span>
    </>
  );
}
