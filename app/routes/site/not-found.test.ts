import { RouterContextProvider } from "react-router";
import { expect, test, vi } from "vitest";
import { type ServerContext, serverContext } from "#contract/render-context.ts";
import { loader } from "./not-found.tsx";

test("a missing page isn't worth a warning: scanners ask for thousands", async () => {
  const log = vi.fn();
  const context = new RouterContextProvider();
  context.set(serverContext, {
    log,
    rows: async () => [],
  } as Partial<ServerContext> as ServerContext);
  const request = new Request("https://www.example.com/wp-login.php");
  await loader({ context, request } as unknown as Parameters<typeof loader>[0]);
  expect(log.mock.calls).toEqual([["info", { path: "/wp-login.php" }, "a page was not found"]]);
});
