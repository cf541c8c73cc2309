import { SiteHealthScreen } from "#app/features/site_health/screen.tsx";
import { headOf } from "../navigation.ts";
import type { Route } from "./+types/site-health";

export const meta: Route.MetaFunction = () => [
  { title: "Site health · Admin" },
  { name: "robots", content: "noindex" },
];

export default function SiteHealth() {
  return <SiteHealthScreen head={headOf("/admin/site-health")} />;
}
