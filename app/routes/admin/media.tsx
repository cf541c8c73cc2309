import { MediaLibrary } from "#app/features/media_library/admin/media-library.tsx";

export default function Media() {
  return (
    <div data-wide>
      <MediaLibrary />
    </div>
  );
}
