import { HistoryScreen } from "#app/features/history/admin/screen.tsx";
import type { Route } from "./+types/history";
import { headOf } from "./navigation.ts";

export const meta: Route.MetaFunction = () => [
  { title: "History · Admin" },
  { name: "robots", content: "noindex" },
];

export default function History() {
  return <HistoryScreen head={headOf("/admin/history")} />;
}
