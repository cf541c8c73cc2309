import { useEffect, useRef, useState } from "react";

/**
 * Accepts files dropped anywhere; otherwise the browser would leave the page and open them.
 * @returns whether files are being dragged over the page
 */
export function useDrop(onFiles: (files: FileList) => void): boolean {
  const [over, setOver] = useState(false);
  const handler = useRef(onFiles);
  handler.current = onFiles;

  useEffect(() => {
    // dragenter and dragleave fire for every element, so the drag is over when the counts match.
    let depth = 0;
    const end = () => {
      depth = 0;
      setOver(false);
    };
    const ifFiles = (then: (event: DragEvent) => void) => (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      then(event);
    };
    const listeners = {
      dragenter: ifFiles(() => {
        depth += 1;
        setOver(true);
      }),
      dragover: ifFiles(() => {}),
      dragleave: ifFiles(() => {
        depth -= 1;
        if (depth <= 0) end();
      }),
      drop: ifFiles(({ dataTransfer }) => {
        end();
        if (dataTransfer?.files.length) handler.current(dataTransfer.files);
      }),
    };
    for (const [type, listener] of Object.entries(listeners))
      window.addEventListener(type as "drop", listener);
    return () => {
      for (const [type, listener] of Object.entries(listeners))
        window.removeEventListener(type as "drop", listener);
    };
  }, []);
  return over;
}
