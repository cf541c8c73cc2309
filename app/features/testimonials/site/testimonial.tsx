import { type Content, items, place } from "#app/content/index.ts";
import { CardHead } from "#app/site-kit/card-head.tsx";
import { unbroken } from "#app/site-kit/unbroken.tsx";
import { Barcode } from "#app/ui/icons/barcode.tsx";

export interface Voice {
  quote: string;
  author_name: string;
  author_title: string | null;
  author_company: string | null;
}

interface TestimonialProps {
  section: Content<"home">["testimonial"];
  voice: Voice;
  /** more testimonials, shown short */
  others: readonly Voice[];
}

const roleOf = ({ author_title, author_company }: Voice) =>
  [author_title, author_company].filter(Boolean).join(", ");

/** A shipping label: the quote in place of the address, three figures in the routing boxes. */
export function Testimonial({ section, voice, others }: TestimonialProps) {
  const stats = items(section, "stat");
  const author = roleOf(voice);
  const sender = voice.author_company || voice.author_name;
  return (
    <section id="testimonial" className="overflow-hidden bg-paper-2 py-20 lg:py-32">
      <div className="wrap">
        <div className="card card-framed">
          <CardHead title={section.title} titleAt={place(section, "title")}>
            <span className="stripes h-5 w-40 text-ink" />
          </CardHead>
          <div className="grid lg:grid-cols-[1fr_22rem]">
            {voice.quote && (
              <figure className="flex flex-col justify-between gap-12 p-5 py-10 sm:p-8 sm:py-14 lg:p-12">
                <blockquote
                  className={`font-display font-bold tracking-tight ${voiceSize(voice.quote)}`}
                >
                  <p {...place(voice, "quote")}>“{unbroken(voice.quote)}”</p>
                </blockquote>
                <figcaption>
                  <p className="text-lg font-semibold" {...place(voice, "author_name")}>
                    {unbroken(voice.author_name)}
                  </p>
                  {author && (
                    <p className="text-ink-2" {...place(voice, "author_title", "author_company")}>
                      {unbroken(author)}
                    </p>
                  )}
                </figcaption>
              </figure>
            )}
            {stats.length > 0 && (
              <dl className="grid border-t-2 md:grid-cols-3 lg:grid-cols-1 lg:border-t-0 lg:border-l-2">
                {stats.map((stat) => (
                  <div
                    key={stat.number}
                    className="flex flex-col-reverse justify-end gap-1 border-t-2 p-5 first:border-t-0 md:border-t-0 md:border-l-2 md:px-8 md:first:border-l-0 lg:border-t-2 lg:border-l-0 lg:py-8"
                  >
                    <dt className="code text-ink-2" {...place(stat, "label")}>
                      {unbroken(stat.label)}
                    </dt>
                    <dd
                      className="font-display text-4xl/none font-bold md:text-3xl/none lg:text-4xl/none tracking-[-0.04em]"
                      {...place(stat, "value")}
                    >
                      {unbroken(stat.value)}
                    </dd>
                  </div>
                ))}
              </dl>
            )}
          </div>
          <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-3 border-t-2 p-5 sm:px-8">
            <Barcode value={sender} className="h-12 sm:h-16" />
            <span className="code" aria-hidden="true">
              {sender}
            </span>
          </div>
        </div>
        {others.length > 0 && (
          <ul className="mt-14 grid gap-x-8 gap-y-10 sm:grid-cols-[repeat(auto-fit,minmax(min(12.5rem,100%),1fr))] lg:mt-20">
            {others.map((other) => (
              <li key={`${other.author_name} ${other.quote}`} className="border-t-2 pt-6">
                <figure className="flex h-full max-w-[34em] flex-col justify-between gap-6">
                  <blockquote className="text-lg">
                    <p {...place(other, "quote")}>“{unbroken(other.quote)}”</p>
                  </blockquote>
                  <figcaption>
                    <p className="font-semibold" {...place(other, "author_name")}>
                      {unbroken(other.author_name)}
                    </p>
                    {roleOf(other) && (
                      <p className="text-ink-2" {...place(other, "author_title", "author_company")}>
                        {unbroken(roleOf(other))}
                      </p>
                    )}
                  </figcaption>
                </figure>
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}

/** The shorter the quote, the larger the type. */
const voiceSize = ({ length }: string) =>
  length > 600 ? "text-xl/[1.4]" : length > 300 ? "text-2xl/[1.25]" : "text-3xl/[1.14]";
