import type { MediaPickerProps } from "#app/features/media_library/admin/media-picker.tsx";
import { SettingsScreen } from "#app/features/site_settings/admin/settings-screen.tsx";
import { onDemand } from "#app/ui/on-demand.tsx";
import type { Route } from "./+types/settings";

export const meta: Route.MetaFunction = () => [
  { title: "Site Settings · Admin" },
  { name: "robots", content: "noindex" },
];

/** The library's code comes when a picture is first asked for; most visits ask for none. */
const PickerOnDemand = onDemand<MediaPickerProps>(
  async () => (await import("#app/features/media_library/admin/media-picker.tsx")).MediaPicker,
  ({ open }) => open,
);

export default function Settings() {
  return <SettingsScreen MediaPicker={PickerOnDemand} />;
}
