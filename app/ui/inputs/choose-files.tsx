import FolderOpen from "lucide-react/icons/folder-open";
import { useRef } from "react";
import { Button } from "./button.tsx";

interface ChooseFilesProps {
  label: string;
  accept: string;
  multiple?: boolean;
  disabled?: boolean;
  onFiles: (files: FileList) => void;
}

/** One of our buttons that opens the browser's file picker. */
export function ChooseFiles({ label, accept, multiple, disabled, onFiles }: ChooseFilesProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button data-first disabled={disabled} onClick={() => input.current?.click()}>
        <FolderOpen aria-hidden />
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={label}
        accept={accept}
        multiple={multiple}
        onChange={({ target }) => {
          if (target.files?.length) onFiles(target.files);
          // so that the same file can be chosen again
          target.value = "";
        }}
      />
    </>
  );
}
