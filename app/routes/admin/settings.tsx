import { MediaPicker } from "#app/features/media_library/media-picker.tsx";
import { SettingsScreen } from "#app/features/site_settings/settings-screen.tsx";
import type { Route } from "./+types/settings";

export const meta: Route.MetaFunction = () => [
  { title: "Site Settings · Admin" },
  { name: "robots", content: "noindex" },
];

export default function Settings() {
  return <SettingsScreen MediaPicker={MediaPicker} />;
}
