import { useEffect, useRef, useState } from "react";

/**
 * Files dropped anywhere on the page. Without this the browser would leave the page and show them.
 * @returns whether files are being held over the page
 */
export function useDrop(onFiles: (files: FileList) => void): boolean {
  const [over, setOver] = useState(false);
  const handler = useRef(onFiles);
  handler.current = onFiles;

  useEffect(() => {
    // Enter and leave come for every element on the way: it is over when as many left as entered.
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
