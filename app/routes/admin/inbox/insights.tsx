import { InsightsScreen } from "#app/features/insights/screen.tsx";
import { headOf } from "../navigation.ts";
import type { Route } from "./+types/insights";

export const meta: Route.MetaFunction = () => [
  { title: "Insights · Admin" },
  { name: "robots", content: "noindex" },
];

export default function Insights() {
  return <InsightsScreen head={headOf("/admin/insights")} />;
}
