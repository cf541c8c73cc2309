import { HistoryScreen } from "#app/features/history/admin/screen.tsx";
import type { Route } from "./+types/history";

export const meta: Route.MetaFunction = () => [
  { title: "History · Admin" },
  { name: "robots", content: "noindex" },
];

export default HistoryScreen;
