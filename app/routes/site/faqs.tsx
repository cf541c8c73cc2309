import { Suspense } from "react";
import { Await } from "react-router";
import { defaultFaqItems } from "#app/content/defaults/faq-items.ts";
import { addressedRows, fixed } from "#app/content/index.ts";
import { listActiveFaqItems } from "#app/features/faq_items/queries.ts";
import {
  LoadingQuestions,
  MAX_SEARCH_LENGTH,
  Questions,
} from "#app/features/faq_items/site/questions.tsx";
import { readInWords } from "#app/lib/page/head/prices-in-words.ts";
import { pageHead } from "#app/lib/page/head/seo.ts";
import type { RouteHandle } from "#app/lib/page/route-handle.ts";
import { ButtonLink } from "#app/site-kit/button.tsx";
import { CardDrawer } from "#app/site-kit/illustrations/faqs.tsx";
import { PageStyle } from "#app/site-kit/page-style.tsx";
import { unbroken } from "#app/site-kit/unbroken.tsx";
import css from "#app/styles/pages/faqs.css?inline";
import { serverContext } from "#contract/render-context.ts";
import type { Route } from "./+types/faqs";

const { faqPage } = fixed;

export const handle: RouteHandle = { query: ["q"] };

/** The questions are not awaited: a slow list streams in behind its spinner. */
export function loader({ context, request }: Route.LoaderArgs) {
  const server = context.get(serverContext);
  const what = "the questions could not be read";
  const questions = readInWords(server.apart(), what, listActiveFaqItems).then((rows) => {
    if (server.preview) addressedRows("faq_items", rows);
    return rows.length > 0 ? rows : defaultFaqItems;
  });
  const asked = new URL(request.url).searchParams.get("q") ?? "";
  return { questions, asked: asked.trim().slice(0, MAX_SEARCH_LENGTH) };
}

export const meta: Route.MetaFunction = (args) => pageHead("faqs", args);

export default function Faqs({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <PageStyle name="faqs" css={import.meta.env.SSR ? css : ""} />
      <section className="wrap grid gap-x-10 gap-y-10 pt-12 pb-20 lg:grid-cols-12 lg:grid-rows-[auto_1fr] lg:pt-20 lg:pb-32">
        <div className="flex flex-col gap-10 lg:col-span-5">
          <div>
            <h1 className="max-w-[8em] text-4xl lg:max-xl:text-3xl tracking-[-0.04em]">
              {unbroken(faqPage.title)}
            </h1>
            <p className="mt-6 max-w-[23em] text-lg text-ink-2">{unbroken(faqPage.subtitle)}</p>
          </div>
          <CardDrawer className="hidden w-full max-w-sm lg:block" />
        </div>
        <div className="lg:col-span-7 lg:row-span-2">
          <Suspense fallback={<LoadingQuestions asked={loaderData.asked} />}>
            <Await resolve={loaderData.questions}>
              {(list) => <Questions list={list} asked={loaderData.asked} />}
            </Await>
          </Suspense>
        </div>
        <div className="card card-torn p-6 sm:p-8 lg:sticky lg:top-28 lg:col-span-4 lg:self-start">
          <h2 className="text-2xl">{unbroken(faqPage.ctaTitle)}</h2>
          <p className="mt-3 mb-6 text-ink-2">{unbroken(faqPage.ctaDescription)}</p>
          <ButtonLink href="/contact">{faqPage.ctaButton}</ButtonLink>
        </div>
      </section>
    </>
  );
}
