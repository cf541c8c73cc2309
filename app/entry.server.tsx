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

/** How long, in ms, to wait for slow data before streaming the page with its spinner. */
const STREAM_AFTER_MS = 400;
/** Reads time out well before this. Anything still missing then renders its error boundary. */
const GIVE_UP_MS = 10_000;

/**
 * Renders the document. If all data is ready in time, sends the whole page, identical for every
 * visitor, and reports its HTML for the page cache. Otherwise the page streams.
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
  // A browser without JavaScript sets this, because it can't place streamed parts.
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
        // Inline every part that is ready in time. By default React puts long parts at the end, for a
        // script to move, so without JavaScript they would never show.
        progressiveChunkSize: Number.POSITIVE_INFINITY,
        onShellReady: () => {
          if (!wantsWhole) timer = setTimeout(() => answer("streamed"), STREAM_AFTER_MS);
        },
        onAllReady: () => answer("complete"),
        onShellError: reject,
        onError: (cause) => {
          failed = true;
          // A visitor who leaves is not a failure, though React reports it as an error.
          if (left)
            log("info", { url: request.url }, "a visitor left before the page was complete");
          else log("error", { err: cause, url: request.url }, "part of a page failed to render");
        },
      },
    );
    const giveUp = setTimeout(abort, GIVE_UP_MS);
  });
}

/** Collects a page that is already complete: React writes all of it at once. */
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
  // React Router's own errors, such as a POST to a page without a form, are client errors.
  if (isRouteErrorResponse(cause) && cause.status < 500) return;
  context.get(serverContext).log("error", { err: cause, url: request.url }, "a page failed");
}
