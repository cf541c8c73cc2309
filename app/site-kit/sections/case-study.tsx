import { type Content, items, place } from "#app/content/index.ts";
import type { PictureSource } from "#app/lib/page/picture.server.ts";
import { Picture } from "#app/site-kit/picture.tsx";
import { Evidence } from "#app/site-kit/sections/evidence.tsx";
import { text } from "#app/site-kit/text.ts";
import { unbroken } from "#app/site-kit/unbroken.tsx";
import { LINK } from "#contract/addresses.ts";

const STEPS = ["before", "change", "after"] as const;

interface CaseStudyProps {
  study: Content<"why-us">["case_study"];
  portrait: PictureSource | null;
}

/** One customer's story in three steps, with figures and a face. Nothing without a customer's name. */
export function CaseStudy({ study, portrait }: CaseStudyProps) {
  if (!study.customer_name.trim()) return null;
  const steps = STEPS.filter((name) => study[`${name}_description`].trim());
  const figures = items(study, "figure");
  return (
    <section id="case_study" className="overflow-x-clip bg-paper-2 py-20 lg:py-32">
      <div className="wrap">
        {study.title && <h2 className="max-w-[11.5em] text-4xl" {...text(study, "title")} />}
        <div className="mt-12 grid gap-x-8 gap-y-12 lg:mt-16 lg:grid-cols-12">
          <div className="wrap-anywhere lg:col-span-4">
            {portrait && (
              <div
                className="portrait mb-6 max-w-sm"
                {...place(study, "portrait_url", "portrait_alt")}
              >
                <Picture
                  picture={portrait}
                  alt={study.portrait_alt}
                  sizes="(width < 25rem) 100vw, 24rem"
                  className="absolute inset-0 size-full object-cover"
                  lazy
                />
              </div>
            )}
            <p className="font-display text-2xl font-bold" {...text(study, "customer_name")} />
            <p className="mt-1 text-ink-2" {...text(study, "customer_business")} />
            {study.link_label && LINK.test(study.link_url) && (
              <p className="mt-4">
                <a href={study.link_url} {...place(study, "link_label", "link_url")}>
                  {unbroken(study.link_label)}
                </a>
              </p>
            )}
          </div>
          <div className="lg:col-span-8">
            {steps.length > 0 && (
              <ol className="border-t-2">
                {steps.map((name) => (
                  <li
                    key={name}
                    className="border-b border-line-strong py-8 wrap-anywhere lg:py-10"
                  >
                    {study[`${name}_label`] && (
                      <h3 className="text-xl" {...text(study, `${name}_label`)} />
                    )}
                    <p
                      className="max-w-[34em] whitespace-pre-line text-ink-2 not-first:mt-3"
                      {...text(study, `${name}_description`)}
                    />
                  </li>
                ))}
              </ol>
            )}
            {figures.length > 0 && (
              <dl className="mt-10 grid gap-x-8 gap-y-8 md:grid-cols-3">
                {figures.map((figure) => (
                  <div
                    key={figure.number}
                    className="flex flex-col-reverse justify-end gap-2 wrap-anywhere"
                  >
                    <dt className="text-ink-2">
                      <span {...text(figure, "label")} />
                      <Evidence of={figure} />
                    </dt>
                    <dd
                      className="font-display text-4xl/none font-bold"
                      {...text(figure, "value")}
                    />
                  </div>
                ))}
              </dl>
            )}
          </div>
        </div>
      </div>
    </section>
  );
}
