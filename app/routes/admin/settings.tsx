import { lazy, Suspense, useState } from "react";
import type { MediaPickerProps } from "#app/features/media_library/media-picker.tsx";
import { SettingsScreen } from "#app/features/site_settings/settings-screen.tsx";
import type { Route } from "./+types/settings";

export const meta: Route.MetaFunction = () => [
  { title: "Site Settings · Admin" },
  { name: "robots", content: "noindex" },
];

const MediaPicker = lazy(() =>
  import("#app/features/media_library/media-picker.tsx").then((module) => ({
    default: module.MediaPicker,
  })),
);

/** The library's code comes when a picture is first asked for; most visits ask for none. */
function PickerOnDemand(props: MediaPickerProps) {
  const [asked, setAsked] = useState(props.open);
  if (props.open && !asked) setAsked(true);
  if (!asked) return null;
  return (
    <Suspense>
      <MediaPicker {...props} />
    </Suspense>
  );
}

export default function Settings() {
  return <SettingsScreen MediaPicker={PickerOnDemand} />;
}
