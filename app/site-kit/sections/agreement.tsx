import { type Content, items } from "#app/content/index.ts";
import { text } from "#app/site-kit/text.ts";

type TermsWords = Content<"why-us">["terms"];
const TERMS = ["contract", "exit", "liability"] as const;

/** What a customer signs: how long, how to leave, and who pays for lost stock. Each one shows once it is written. */
export function Terms({ terms }: { terms: TermsWords }) {
  const written = TERMS.filter((name) => terms[`${name}_description`].trim());
  if (written.length === 0) return null;
  return (
    <section id="terms" className="wrap grid gap-x-8 gap-y-12 py-20 lg:grid-cols-12 lg:py-32">
      {terms.title && (
        <h2
          className="self-start text-4xl lg:sticky lg:top-32 lg:col-span-5 lg:max-xl:text-3xl"
          {...text(terms, "title")}
        />
      )}
      <dl className="border-t-2 lg:col-span-7 lg:col-start-6">
        {written.map((name) => (
          <div key={name} className="border-b border-line-strong py-8 wrap-anywhere lg:py-10">
            <dt className="font-display text-2xl font-bold" {...text(terms, `${name}_label`)} />
            <dd
              className="mt-3 max-w-[34em] whitespace-pre-line text-ink-2"
              {...text(terms, `${name}_description`)}
            />
          </div>
        ))}
      </dl>
    </section>
  );
}

/** The company next to the marketplace's own fulfillment, subject by subject. A row needs both sides. */
export function Comparison({ comparison }: { comparison: Content<"why-us">["comparison"] }) {
  const rows = items(comparison, "row").filter(({ topic, ours }) => topic.trim() && ours.trim());
  if (rows.length === 0) return null;
  return (
    <section id="comparison" className="overflow-x-clip py-20 lg:py-32">
      <div className="wrap">
        {comparison.title && (
          <h2 className="max-w-[11.5em] text-4xl" {...text(comparison, "title")} />
        )}
        <ul className="mt-12 border-t-2 lg:mt-16">
          {rows.map((row) => (
            <li
              key={row.number}
              className="grid gap-x-8 gap-y-5 border-b border-line-strong py-8 wrap-anywhere lg:grid-cols-12 lg:py-10"
            >
              <h3 className="text-xl lg:col-span-3" {...text(row, "topic")} />
              <dl className="grid gap-x-8 gap-y-5 md:grid-cols-2 lg:col-span-9">
                <div className="border-l-4 border-label pl-5">
                  <dt className="code font-semibold" {...text(comparison, "ours_label")} />
                  <dd className="mt-1" {...text(row, "ours")} />
                </div>
                <div className="border-l-4 border-line pl-5">
                  <dt className="code font-semibold" {...text(comparison, "theirs_label")} />
                  <dd className="mt-1 text-ink-2" {...text(row, "theirs")} />
                </div>
              </dl>
            </li>
          ))}
        </ul>
        {comparison.source && (
          <p className="mt-6 text-sm text-ink-2" {...text(comparison, "source")} />
        )}
      </div>
    </section>
  );
}
