import { type Content, items, place } from "#app/content/index.ts";
import { CardHead } from "#app/site-kit/card-head.tsx";
import { Picture } from "#app/site-kit/picture.tsx";
import { Evidence } from "#app/site-kit/sections/evidence.tsx";
import { unbroken } from "#app/site-kit/unbroken.tsx";
import { Barcode } from "#app/ui/icons/barcode.tsx";
import type { Voice } from "../voices.server.ts";

interface TestimonialProps {
  section: Content<"home">["testimonial"];
  voice: Voice;
  /** more testimonials, shown short */
  others: readonly Voice[];
}

/**
 * A shipping label: the quote in place of the address, three figures in the routing boxes. Nothing without any of
 * them.
 */
export function Testimonial({ section, voice, others }: TestimonialProps) {
  const stats = items(section, "stat");
  const { words } = voice;
  if (!words.quote && stats.length === 0) return null;
  const sender = words.author_company || words.author_name;
  return (
    <section id="testimonial" className="overflow-hidden bg-paper-2 py-14 sm:py-20 lg:py-32">
      <div className="wrap">
        <div className="card card-framed">
          <CardHead title={section.title} titleAt={place(section, "title")}>
            <span className="stripes h-5 w-40 text-ink" />
          </CardHead>
          <div className="grid lg:grid-cols-[1fr_22rem]">
            {words.quote && (
              <figure className="flex flex-col justify-between gap-12 p-5 py-10 sm:p-8 sm:py-14 lg:p-12">
                <blockquote
                  className={`font-display font-bold tracking-tight ${voiceSize(words.quote)}`}
                >
                  <p {...place(words, "quote")}>“{unbroken(words.quote)}”</p>
                </blockquote>
                <Author of={voice} className="text-lg" />
              </figure>
            )}
            {stats.length > 0 && (
              <dl className="grid border-t-2 md:grid-cols-3 lg:grid-cols-1 lg:border-t-0 lg:border-l-2">
                {stats.map((stat) => (
                  <div
                    key={stat.number}
                    className="flex flex-col-reverse justify-end gap-1 border-t-2 p-5 first:border-t-0 sm:px-8 md:border-t-0 md:border-l-2 md:first:border-l-0 lg:border-t-2 lg:border-l-0 lg:py-8"
                  >
                    <dt className="code text-ink-2">
                      <span {...place(stat, "label")}>{unbroken(stat.label)}</span>
                      <Evidence of={stat} />
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
              <li
                key={`${other.words.author_name} ${other.words.quote}`}
                className="border-t-2 pt-6"
              >
                <figure className="flex h-full max-w-[34em] flex-col justify-between gap-6">
                  <blockquote className="text-lg">
                    <p {...place(other.words, "quote")}>“{unbroken(other.words.quote)}”</p>
                  </blockquote>
                  <Author of={other} />
                </figure>
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}

/** Who says it: portrait, name, role. The name links to their shop. */
function Author({ of: { words, portrait }, className = "" }: { of: Voice; className?: string }) {
  const role = [words.author_title, words.author_company].filter(Boolean).join(", ");
  const name = unbroken(words.author_name);
  return (
    <figcaption className="flex items-center gap-4">
      {portrait && (
        <span className="flex-none" {...place(words, "photo_url", "photo_alt")}>
          <Picture
            picture={portrait}
            alt={words.photo_alt ?? ""}
            sizes="4rem"
            className="size-16 rounded-sm border-2 object-cover"
            lazy
          />
        </span>
      )}
      <div className="min-w-0 wrap-anywhere">
        <p className={`font-semibold ${className}`} {...place(words, "author_name", "link_url")}>
          {words.link_url ? <a href={words.link_url}>{name}</a> : name}
        </p>
        {role && (
          <p className="text-ink-2" {...place(words, "author_title", "author_company")}>
            {unbroken(role)}
          </p>
        )}
      </div>
    </figcaption>
  );
}

/** The shorter the quote, the larger the type. */
const voiceSize = ({ length }: string) =>
  length > 600 ? "text-xl/[1.4]" : length > 300 ? "text-2xl/[1.25]" : "text-3xl/[1.14]";
