import type { Analytics } from "./analytics.ts";

/** Says in the page what analytics it may load; app/enhance/analytics.ts reads it. */
export function AnalyticsTag({ analytics }: { analytics: Analytics }) {
  return <meta name="analytics" content={JSON.stringify(analytics)} />;
}
