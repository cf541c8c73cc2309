import { MediaLibrary } from "#app/features/media_library/admin/media-library.tsx";
import type { Route } from "./+types/media";
import { headOf } from "./navigation.ts";

export const meta: Route.MetaFunction = () => [
  { title: "Media Library · Admin" },
  { name: "robots", content: "noindex" },
];

export default function Media() {
  return (
    <div data-wide>
      <MediaLibrary head={headOf("/admin/media")} />
    </div>
  );
}
