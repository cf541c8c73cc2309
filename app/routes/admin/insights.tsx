import { InsightsScreen } from "#app/features/insights/screen.tsx";
import type { Route } from "./+types/insights";
import { headOf } from "./navigation.ts";

export const meta: Route.MetaFunction = () => [
  { title: "Insights · Admin" },
  { name: "robots", content: "noindex" },
];

export default function Insights() {
  return <InsightsScreen head={headOf("/admin/insights")} />;
}
