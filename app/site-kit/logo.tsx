import type { ReactNode } from "react";
import { pageName } from "#app/content/index.ts";
import { useRootData } from "#app/lib/page/root-data.ts";
import { Picture } from "./picture.tsx";

/** Pixels: the height of a logo in the header, and the widest it may become. */
const HEIGHT = 40;
const WIDEST = 192;

interface LogoProps {
  /** shown when the settings name no logo */
  otherwise: ReactNode;
  className?: string;
}

/** The company's own logo from the settings. */
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
