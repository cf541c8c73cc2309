import { vi } from "vitest";
import type { Backend } from "#server/backend/types.ts";
import type { Renderer } from "#server/http/pages/render-once.ts";
import { createLog } from "#server/runtime/log.ts";

export const HTML = { "content-type": "text/html; charset=utf-8" };
export const stops = { change: vi.fn(), loseChanges: vi.fn() };
export const backend = {
  kind: "database" as Backend["kind"],
  serverUrl: "http://backend.internal",
  browserUrl: "",
  publishableKey: "sb_publishable_test",
  receivesChanges: () => true,
  onContentChange: () => stops.change,
  onChangesLost: () => stops.loseChanges,
};
export const log = createLog("silent");
export const parts = (render: Renderer["render"], over: Partial<typeof backend> = {}) => ({
  backend: { ...backend, ...over } as unknown as Backend,
  siteUrl: "http://site.test",
  mediaMaxBytes: 1,
  logged: "cut" as const,
  log,
  keepPages: true,
  loadRenderer: async () => ({
    render,
    addresses: new Set(["/", "/a"]),
    sitePages: new Set(["/", "/a"]),
    queries: new Map([["/a", ["n"]]]),
  }),
});

export const keep = { keep: true };
