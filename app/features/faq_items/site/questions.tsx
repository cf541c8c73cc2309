import { addressedAs, fixed, place } from "#app/content/index.ts";
import { faqPage as faqPageData } from "#app/lib/page/head/structured-data.ts";
import { StructuredData } from "#app/site-kit/structured-data.tsx";
import { unbroken } from "#app/site-kit/unbroken.tsx";
import type { FaqRow } from "../queries.ts";

const { faqPage } = fixed;

/**
 * A numbered card per question. The anchor is on the answer, because browsers open a closed
 * `details` to show a link's target, even without JavaScript.
 */
export function Questions({ list }: { list: readonly FaqRow[] }) {
  return (
    <ol className="border-t-2 border-ink">
      <StructuredData of={() => faqPageData(list)} />
      {withAnchors(list).map((item, index) => (
        <li key={item.anchor}>
          <details className="faq" open={index === 0}>
            <summary>
              <span className="code pt-1.5 text-ink-2" aria-hidden="true">
                {String(index + 1).padStart(2, "0")}
              </span>
              <h2
                className="text-lg/[1.25] tracking-[-0.02em] sm:text-xl"
                {...place(item, "question")}
              >
                {unbroken(item.question)}
              </h2>
              <svg viewBox="0 0 24 24" aria-hidden="true">
                <path d="M2 12h20" />
                <path d="M12 2v20" />
              </svg>
            </summary>
            <div id={item.anchor} className="faq-answer">
              <p className="max-w-[36em] whitespace-pre-line" {...place(item, "answer")}>
                {unbroken(item.answer)}
              </p>
              <a
                href={`#${item.anchor}`}
                className="code mt-4 inline-block py-1 text-ink-2 underline print:hidden"
              >
                {faqPage.link}
              </a>
            </div>
          </details>
        </li>
      ))}
    </ol>
  );
}

/**
 * Shown while a slow list loads (rule V-10). The streamed list needs a script to replace it, so
 * without JavaScript the page is requested again, in one piece.
 */
export function LoadingQuestions() {
  return (
    <div className="border-t-2 border-ink py-16">
      <p role="status" className="flex items-center gap-4 text-lg text-ink-2">
        <span className="spinner" />
        {faqPage.loading}
      </p>
      <noscript>
        <meta httpEquiv="refresh" content="0; url=/faqs?whole" />
        <p className="mt-4">
          <a href="/faqs?whole">{faqPage.showAll}</a>
        </p>
      </noscript>
    </div>
  );
}

/** "What will it cost me?" becomes "what-will-it-cost-me"; letters of any script are kept. */
const slug = (text: string) =>
  text
    .toLowerCase()
    .replace(/['’]/g, "")
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 60)
    .replace(/-+$/, "");

/**
 * Gives each question an anchor, "faq-…". It is made of the question's text, so it survives
 * reordering. A repeated question gets a number.
 */
export function withAnchors<T extends { question: string }>(
  list: readonly T[],
): (T & { anchor: string })[] {
  const seen = new Map<string, number>();
  return list.map((item) => {
    const base = `faq-${slug(item.question) || "question"}`;
    const times = (seen.get(base) ?? 0) + 1;
    seen.set(base, times);
    const anchor = times === 1 ? base : `${base}--${times}`;
    return addressedAs({ ...item, anchor }, item);
  });
}
