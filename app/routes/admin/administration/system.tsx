import { SystemScreen } from "#app/features/system/admin/screen.tsx";
import { headOf } from "../navigation.ts";
import type { Route } from "./+types/system";

export const meta: Route.MetaFunction = () => [
  { title: "System · Admin" },
  { name: "robots", content: "noindex" },
];

export default function System() {
  return <SystemScreen head={headOf("/admin/system")} />;
}
