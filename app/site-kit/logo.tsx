import type { ReactNode } from "react";
import { pageName } from "#app/content/index.ts";
import { useRootData } from "#app/lib/page/root-data.ts";
import { Picture } from "./picture.tsx";

/** Pixels: the logo's height in the header, and its maximum width. */
const HEIGHT = 40;
const WIDEST = 192;

interface LogoProps {
  /** shown when the settings name no logo */
  otherwise: ReactNode;
  className?: string;
}

/** The company's logo from the settings. */
export function Logo({ otherwise, className = "" }: LogoProps) {
  const root = useRootData();
  if (!root?.logo) return otherwise;
  const { own } = root.logo;
  const shown = own ? Math.min(WIDEST, Math.round((HEIGHT * own.width) / own.height)) : WIDEST;
  return (
    <Picture
      picture={root.logo}
      alt={pageName("home", root.settings)}
      sizes={`${shown}px`}
      className={`h-10 w-auto max-w-48 object-contain ${className}`}
    />
  );
}
