import { keepPreviousData, useQuery } from "@tanstack/react-query";
import UploadIcon from "lucide-react/icons/upload";
import { useEffect, useState } from "react";
import { SearchBox } from "#app/admin-kit/lists/list-toolbar.tsx";
import { Pagination } from "#app/ui/display/pagination.tsx";
import { Button } from "#app/ui/inputs/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "#app/ui/overlays/dialog.tsx";
import { addressOf } from "../files.ts";
import { mediaLibrary } from "../queries.ts";
import { UploadPanel } from "../upload/upload-panel.tsx";
import { useDrop } from "../upload/use-drop.ts";
import { useUploads } from "../upload/use-uploads.ts";
import { MediaFacts } from "./media-card.tsx";
import { MediaGrid } from "./media-grid.tsx";
import { Thumbnail } from "./thumbnail.tsx";

const PAGE_SIZE = 12;
/** The same height in every state, so that no button moves from under the pointer when the list arrives. */
const BODY = "h-128 flex-initial";

interface MediaPickerProps {
  open: boolean;
  /** what the picture is for: "Logo URL" */
  purpose: string;
  /** a chosen picture is shown for review before it is used */
  previews?: boolean;
  onClose: () => void;
  /** the URL of the chosen picture */
  onPick: (address: string) => void;
}

/** Picks an image from the library, or uploads a new one. */
export function MediaPicker({ open, purpose, ...rest }: MediaPickerProps) {
  return (
    <Dialog open={open} onClose={rest.onClose} width="lg" title={`Choose an image: ${purpose}`}>
      <Picker {...rest} />
    </Dialog>
  );
}

/** Mounted only while the dialog is open, so each opening starts fresh. */
function Picker({ previews, onClose, onPick }: Omit<MediaPickerProps, "open" | "purpose">) {
  const [{ q, page }, setPlace] = useState({ q: "", page: 1 });
  const [uploading, setUploading] = useState(false);
  const uploads = useUploads((row) => onPick(addressOf(row)));
  const params = { q, page, pageSize: PAGE_SIZE, filters: { show: "image" } };
  const query = useQuery({
    queryKey: [mediaLibrary.name, "list", params],
    queryFn: () => mediaLibrary.list(params),
    placeholderData: keepPreviousData,
  });
  useDrop((files) => {
    setUploading(true);
    uploads.add(files);
  });
  const { clear } = uploads;
  useEffect(() => {
    if (!uploading) clear();
  }, [uploading, clear]);

  if (uploading)
    return (
      <>
        <DialogBody className={BODY}>
          <UploadPanel uploads={uploads} imagesOnly />
        </DialogBody>
        <DialogFooter>
          <Button onClick={() => setUploading(false)}>Back to the library</Button>
          <Button
            look="primary"
            disabled={uploads.open.length === 0}
            focusableWhenDisabled={uploads.uploads.length > 0}
            onClick={() => uploads.start(uploads.open.map(({ id }) => id))}
          >
            {previews ? "Upload and preview" : "Upload and use"}
          </Button>
        </DialogFooter>
      </>
    );
  return (
    <>
      <DialogBody className={BODY}>
        <div className="flex flex-wrap items-center justify-between gap-3">
          <SearchBox
            label="Search images"
            value={q}
            onSearch={(text) => setPlace({ q: text, page: 1 })}
          />
          <Button onClick={() => setUploading(true)}>
            <UploadIcon aria-hidden />
            Upload a new image
          </Button>
        </div>
        <MediaGrid
          query={query}
          narrowed={q.trim() !== ""}
          onUpload={() => setUploading(true)}
          card={(file) => (
            <li key={file.id}>
              <button
                type="button"
                onClick={() => onPick(addressOf(file))}
                className="grid h-full w-full grid-cols-[6rem_1fr] content-start overflow-hidden rounded-lg border border-line bg-surface text-left hover:border-accent sm:grid-cols-1"
              >
                <Thumbnail file={file} sizes="12rem" className="h-24 sm:h-32" />
                <MediaFacts file={file} />
              </button>
            </li>
          )}
        />
        <Pagination
          page={page}
          pageSize={PAGE_SIZE}
          total={query.data?.total ?? 0}
          onPage={(next) => setPlace({ q, page: next })}
        />
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose}>Cancel</Button>
      </DialogFooter>
    </>
  );
}
