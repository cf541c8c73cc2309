import type { Config } from "@react-router/dev/config";

export default {
  ssr: true,
  // The manifest is one small file: fetching it piece by piece only adds round trips.
  routeDiscovery: { mode: "initial" },
} satisfies Config;
