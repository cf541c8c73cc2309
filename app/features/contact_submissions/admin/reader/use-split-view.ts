import { useEffect, useState } from "react";

/** From this width, a lead fits next to its list. */
const SPLIT_VIEW = "(width >= 1200px)";

/** Whether an open lead shows next to the list, or takes the full screen. */
export function useSplitView(): boolean {
  const [splitView, setSplitView] = useState(() => matchMedia(SPLIT_VIEW).matches);
  useEffect(() => {
    const media = matchMedia(SPLIT_VIEW);
    const onChange = () => setSplitView(media.matches);
    media.addEventListener("change", onChange);
    return () => media.removeEventListener("change", onChange);
  }, []);
  return splitView;
}
