import { addressedAs, fixed, place } from "#app/content/index.ts";
import { faqPage as faqPageData } from "#app/lib/page/head/structured-data.ts";
import { StructuredData } from "#app/site-kit/structured-data.tsx";
import { text } from "#app/site-kit/text.ts";
import { unbroken } from "#app/site-kit/unbroken.tsx";
import type { FaqRow } from "../queries.ts";
import { MANY } from "../schema.ts";

const { faqPage } = fixed;

/** Characters of a search that count. */
export const MAX_SEARCH_LENGTH = 100;

interface QuestionsProps {
  list: readonly FaqRow[];
  /** what a visitor searches for */
  asked: string;
}

/** The questions; a long list by topic, with a search (rule V-10). */
export function Questions({ list, asked }: QuestionsProps) {
  const all = withAnchors(list);
  if (all.length < MANY)
    return (
      <>
        <StructuredData of={() => faqPageData(all)} />
        <List items={all} Heading="h2" />
      </>
    );
  const found = matching(all, asked);
  const topics = byTopic(found);
  return (
    <>
      {found.length > 0 && <StructuredData of={() => faqPageData(found)} />}
      <Search asked={asked} found={found.length} />
      {topics.length > 1 && (
        <nav aria-label={faqPage.topics} className="mt-6 print:hidden">
          <ul className="flex flex-wrap gap-x-5">
            {topics.map(({ name }, index) => (
              <li key={name}>
                <a href={`#topic-${index + 1}`} className="inline-block py-1.5 underline">
                  {unbroken(name)}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      )}
      {topics.map(({ name, items }, index) => (
        <section key={name} id={`topic-${index + 1}`} className="mt-12">
          {topics.length > 1 && (
            <h2 className="mb-5 text-2xl" {...(items[0]?.topic && place(items[0], "topic"))}>
              {unbroken(name)}
            </h2>
          )}
          <List items={items} Heading={topics.length > 1 ? "h3" : "h2"} />
        </section>
      ))}
    </>
  );
}

/** Answered by the server, so it works without a script. */
function Search({ asked, found }: { asked: string; found: number }) {
  return (
    <search className="print:hidden">
      <form method="get" action="/faqs">
        <label htmlFor="faq-search" className="text-sm font-semibold text-ink-2">
          {faqPage.search}
        </label>
        <div className="mt-2 flex flex-wrap gap-3">
          <input
            id="faq-search"
            type="search"
            name="q"
            defaultValue={asked}
            maxLength={MAX_SEARCH_LENGTH}
            className="min-h-13 min-w-0 flex-[1_1_12rem] border-2 border-ink bg-card px-4 text-lg"
          />
          <button type="submit" className="button">
            <span>{faqPage.searchButton}</span>
          </button>
        </div>
      </form>
      {asked && (
        <p className="mt-4">
          <span role="status">{found > 0 ? faqPage.found(found, asked) : faqPage.none(asked)}</span>{" "}
          <a href="/faqs">{faqPage.all}</a>
        </p>
      )}
    </search>
  );
}

type Item = FaqRow & { anchor: string };

/**
 * Numbered questions. The anchor is on the answer, because browsers open a closed `details` to show
 * a link's target, even without JavaScript.
 */
function List({ items, Heading }: { items: readonly Item[]; Heading: "h2" | "h3" }) {
  return (
    <ol className="border-t-2 border-ink">
      {items.map((item, index) => (
        <li key={item.anchor}>
          <details className="faq" open={index === 0}>
            <summary>
              <span className="code pt-1.5 text-ink-2" aria-hidden="true">
                {String(index + 1).padStart(2, "0")}
              </span>
              <Heading
                className="text-lg/[1.25] tracking-[-0.02em] sm:text-xl"
                {...place(item, "question")}
              >
                {unbroken(item.question)}
              </Heading>
              <svg viewBox="0 0 24 24" aria-hidden="true">
                <path d="M2 12h20" />
                <path d="M12 2v20" />
              </svg>
            </summary>
            <div id={item.anchor} className="faq-answer">
              <p className="max-w-[36em] whitespace-pre-line" {...text(item, "answer")} />
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

/** In lower case, with the apostrophe of keyboards: phones write a curly one. */
const plain = (text: string) => text.toLowerCase().replaceAll("’", "'");

/** The questions that contain every word of a search, in the question or the answer, in any case. */
export function matching<T extends { question: string; answer: string }>(
  list: readonly T[],
  asked: string,
): T[] {
  const words = plain(asked).split(/\s+/);
  return list.filter(({ question, answer }) => {
    const text = plain(`${question} ${answer}`);
    return words.every((word) => text.includes(word));
  });
}

/** Topics in the order of their first question; questions without one come last. */
export function byTopic<T extends { topic: string | null }>(
  list: readonly T[],
): { name: string; items: T[] }[] {
  const topics = new Map<string, { name: string; items: T[] }>();
  const last: T[] = [];
  for (const item of list) {
    const name = item.topic?.trim();
    const known = name && topics.get(name.toLowerCase());
    if (!name) last.push(item);
    else if (known) known.items.push(item);
    else topics.set(name.toLowerCase(), { name, items: [item] });
  }
  const named = [...topics.values()];
  return last.length > 0 ? [...named, { name: faqPage.otherTopics, items: last }] : named;
}

/**
 * Shown while a slow list loads (rule V-10). The streamed list needs a script to replace it, so
 * without JavaScript the page is requested again, in one piece.
 */
export function LoadingQuestions({ asked }: { asked: string }) {
  const whole = `/faqs?whole${asked && `&${new URLSearchParams({ q: asked })}`}`;
  return (
    <div className="border-t-2 border-ink py-16">
      <p role="status" className="flex items-center gap-4 text-lg text-ink-2">
        <span className="spinner" />
        {faqPage.loading}
      </p>
      <noscript>
        <meta httpEquiv="refresh" content={`0; url=${whole}`} />
        <p className="mt-4">
          <a href={whole}>{faqPage.showAll}</a>
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
