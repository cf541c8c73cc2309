import { useEffect, useState } from "react";

/** From this width, a lead fits beside its list. */
const BESIDE = "(width >= 1200px)";

/** Whether an open lead shows beside the list, or takes the full screen. */
export function useBeside(): boolean {
  const [beside, setBeside] = useState(() => matchMedia(BESIDE).matches);
  useEffect(() => {
    const media = matchMedia(BESIDE);
    const onChange = () => setBeside(media.matches);
    media.addEventListener("change", onChange);
    return () => media.removeEventListener("change", onChange);
  }, []);
  return beside;
}
