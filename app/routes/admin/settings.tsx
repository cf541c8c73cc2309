import { SettingsScreen } from "#app/features/site_settings/admin/settings-screen.tsx";
import type { Route } from "./+types/settings";
import { headOf } from "./navigation.ts";

export const meta: Route.MetaFunction = () => [
  { title: "Site Settings · Admin" },
  { name: "robots", content: "noindex" },
];

export default function Settings() {
  return <SettingsScreen head={headOf("/admin/settings")} />;
}
