import type { ScreenTabs } from "#app/admin-kit/shell/page-header.tsx";
import { useInboundState } from "#app/lib/data/functions/inbound.ts";
import { formatCount } from "#app/lib/text/formats.ts";
import { UNMATCHED } from "./screens.ts";

/**
 * A screen's tabs. The one of unmatched emails has their number, and shows where answers arrive or
 * while any wait.
 * @param here the path of the current screen, whose tab always shows
 * @param ask false while the person isn't known to handle leads
 */
export function useInboxTabs(tabs: ScreenTabs, here: string, ask: boolean): ScreenTabs {
  const { data } = useInboundState({ ask: ask && tabs.some(({ to }) => to === UNMATCHED) });
  const { on = false, unmatched = 0 } = data ?? {};
  return tabs.flatMap((tab) => {
    if (tab.to !== UNMATCHED) return [tab];
    if (unmatched > 0) return [{ to: tab.to, label: `${tab.label} (${formatCount(unmatched)})` }];
    return on || here === UNMATCHED ? [tab] : [];
  });
}
