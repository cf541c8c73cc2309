import type { Analytics } from "./analytics.ts";

/** Tells the page which analytics to load; app/enhance/analytics.ts reads it. */
export function AnalyticsTag({ analytics }: { analytics: Analytics }) {
  return <meta name="analytics" content={JSON.stringify(analytics)} />;
}
