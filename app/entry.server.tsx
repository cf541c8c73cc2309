import { PassThrough, Writable } from "node:stream";
import { createReadableStreamFromReadable } from "@react-router/node";
import { renderToPipeableStream, renderToStaticMarkup } from "react-dom/server";
import {
  type EntryContext,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from "react-router";
import { NonceContext } from "#app/lib/page/nonce.ts";
import type { RouteHandle } from "#app/lib/page/route-handle.ts";
import { MarkupContext } from "#app/site-kit/illustrations/drawing.tsx";
import { serverContext } from "#contract/render-context.ts";

/** Slow data delays the whole page this long before the page goes out with its spinner. */
const STREAM_AFTER_MS = 400;
/** Reads give up long before; what has not come by then has its boundary show the error. */
const GIVE_UP_MS = 10_000;

/**
 * Renders the document. A page whose data is there in time is sent whole, the same bytes for every
 * reader, and says so in its outcome, which lets the page cache keep it; a slow one streams.
 */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  const { nonce, log, report } = loadContext.get(serverContext);
  const { matches } = routerContext.staticHandlerContext;
  const handles = matches.map(({ route }) => routeHandle(routerContext, route.id));
  report({ keep: handles.some(({ cache }) => cache) });
  headers.set("content-type", "text/html; charset=utf-8");
  // A browser without script asks so, because it cannot put streamed parts in their place.
  const wantsWhole = new URL(request.url).searchParams.has("whole");

  return new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined;
    let failed = false;
    let left = false;
    let answered = false;
    const answer = (render: "complete" | "streamed") => {
      if (answered) return;
      answered = true;
      clearTimeout(timer);
      report({ how: failed ? "failed" : render });
      if (render === "streamed") return stream();
      clearTimeout(giveUp);
      pipe(
        collect((html) => {
          report({ html });
          resolve(new Response(null, { status, headers }));
        }),
      );
    };
    const stream = () => {
      const body = new PassThrough();
      body.on("close", () => {
        clearTimeout(giveUp);
        left = !body.writableFinished;
      });
      pipe(body);
      resolve(new Response(createReadableStreamFromReadable(body), { status, headers }));
    };
    const { pipe, abort } = renderToPipeableStream(
      <NonceContext value={nonce}>
        <MarkupContext value={renderToStaticMarkup}>
          <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
        </MarkupContext>
      </NonceContext>,
      {
        nonce: { script: nonce, style: nonce },
        // What is there in time goes in its place, however long: React would put long parts at the
        // end, for a script to move, and without script they would never be seen.
        progressiveChunkSize: Number.POSITIVE_INFINITY,
        onShellReady: () => {
          if (!wantsWhole) timer = setTimeout(() => answer("streamed"), STREAM_AFTER_MS);
        },
        onAllReady: () => answer("complete"),
        onShellError: reject,
        onError: (cause) => {
          failed = true;
          // A reader who leaves is no failure; React says it like one.
          if (left)
            log("info", { url: request.url }, "a visitor left before the page was complete");
          else log("error", { err: cause, url: request.url }, "part of a page failed to render");
        },
      },
    );
    const giveUp = setTimeout(abort, GIVE_UP_MS);
  });
}

/** A place for a page that is there already: React writes all of it at once. */
function collect(whole: (html: Buffer<ArrayBuffer>) => void): Writable {
  const chunks: Buffer[] = [];
  return new Writable({
    highWaterMark: Number.MAX_SAFE_INTEGER,
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk);
      done();
    },
    final(done) {
      whole(Buffer.concat(chunks));
      done();
    },
  });
}

const routeHandle = (context: EntryContext, id: string) =>
  (context.routeModules[id]?.handle ?? {}) as RouteHandle;

/** React Router hands every loader's and action's unexpected error here, once. */
export function handleError(
  cause: unknown,
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
) {
  if (request.signal.aborted) return;
  // React Router's own refusals, such as a POST to a page without a form, are the client's fault.
  if (isRouteErrorResponse(cause) && cause.status < 500) return;
  context.get(serverContext).log("error", { err: cause, url: request.url }, "a page failed");
}
