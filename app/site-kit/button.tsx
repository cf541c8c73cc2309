import type { ReactNode } from "react";
import type { Placed } from "#app/content/index.ts";
import { Arrow } from "#app/ui/icons/arrow.tsx";
import { unbroken } from "./unbroken.tsx";

interface ButtonLinkProps extends Placed {
  href: string;
  /** `plain` is the second choice beside a main one */
  look?: "main" | "plain";
  className?: string;
  children: ReactNode;
}

/** A link that looks like a button; nothing when staff have blanked its words. */
export function ButtonLink({
  href,
  look = "main",
  className = "",
  children,
  ...at
}: ButtonLinkProps) {
  if (!children) return null;
  return (
    <a href={href} className={`button ${look === "plain" ? "button-plain" : ""} ${className}`}>
      <span {...at}>{typeof children === "string" ? unbroken(children) : children}</span>
      {look === "main" && <Arrow />}
    </a>
  );
}
