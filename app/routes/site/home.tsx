import { mergeSettings } from "#app/content/index.ts";
import enhance from "#app/enhance/dispatch.ts?worker&url";
import { pageContent } from "#app/features/site_content/page-content.ts";
import { readSettings } from "#app/features/site_settings/queries.ts";
import { Testimonial } from "#app/features/testimonials/site/testimonial.tsx";
import { homeVoices } from "#app/features/testimonials/voices.server.ts";
import { keepClock, readWeekHour, withHour } from "#app/lib/domain/dispatch/clock.ts";
import { pageHead } from "#app/lib/page/head/seo.ts";
import { readPictureIfAny } from "#app/lib/page/picture.server.ts";
import { readOr } from "#app/lib/page/read.ts";
import type { RouteHandle } from "#app/lib/page/route-handle.ts";
import { TextLink } from "#app/site-kit/button.tsx";
import { ClosingCall } from "#app/site-kit/closing-call.tsx";
import { RollDoor } from "#app/site-kit/illustrations/home.tsx";
import { PageStyle } from "#app/site-kit/page-style.tsx";
import { Dispatch } from "#app/site-kit/sections/dispatch.tsx";
import { About, Features, HomeHero } from "#app/site-kit/sections/home.tsx";
import { Photo } from "#app/site-kit/sections/photo.tsx";
import css from "#app/styles/pages/home.css?inline";
import { type ServerContext, serverContext } from "#contract/render-context.ts";
import type { Route } from "./+types/home";

export const handle: RouteHandle = { query: ["day", "hour"] };

const HOUR_MS = 3_600_000;
const clockOfNow = keepClock();

export async function loader({ context, request }: Route.LoaderArgs) {
  const server = context.get(serverContext);
  const words = pageContent(server, "home");
  const [content, clock, voices] = await Promise.all([
    words,
    clockOf(server, request.url),
    homeVoices(server, words),
  ]);
  const picture = await readPictureIfAny(server, content.photo.picture_url);
  return { content, clock, voices, picture };
}

/** The dispatch clock, for now or the hour in the address; none if the settings can't be read. */
async function clockOf(server: ServerContext, url: string) {
  const rows = await readOr(server, "the settings could not be read", readSettings(server), []);
  if (rows.length === 0) return undefined;
  const now = Date.now();
  const clock = clockOfNow(mergeSettings(rows), new Date(now));
  server.renewAt(clock?.until ?? new Date(now + HOUR_MS));
  const asked = readWeekHour(new URL(url).searchParams);
  return clock && asked ? withHour(clock, asked) : clock;
}

export const meta: Route.MetaFunction = (args) => pageHead("home", args);

export default function Home({ loaderData }: Route.ComponentProps) {
  const { content, clock, voices, picture } = loaderData;
  const { hero, dispatch, features, about, testimonial, cta } = content;
  return (
    <>
      <PageStyle name="home" css={import.meta.env.SSR ? css : ""} />
      <HomeHero hero={hero} />
      <Dispatch dispatch={dispatch} clock={clock} />
      {clock && <script type="module" src={enhance} fetchPriority="low" />}
      <Features features={features} />
      <About about={about} />
      <Photo photo={content.photo} picture={picture} />
      <Testimonial section={testimonial} voice={voices.voice} others={voices.others} />
      <ClosingCall of={cta} art={<RollDoor className="ml-auto w-full max-w-md" />}>
        <TextLink href="/contact" of={cta} field="button" />
      </ClosingCall>
    </>
  );
}
