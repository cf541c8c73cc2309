import { WebhooksScreen } from "#app/features/webhooks/admin/screen.tsx";
import { headOf } from "../navigation.ts";
import type { Route } from "./+types/webhooks";

export const meta: Route.MetaFunction = () => [
  { title: "Webhooks · Admin" },
  { name: "robots", content: "noindex" },
];

export default function Webhooks() {
  return <WebhooksScreen head={headOf("/admin/webhooks")} />;
}
