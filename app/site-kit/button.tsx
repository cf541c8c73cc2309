import type { ReactNode } from "react";
import { type Placed, place } from "#app/content/index.ts";
import { Arrow } from "#app/ui/icons/arrow.tsx";
import { unbroken } from "./unbroken.tsx";

interface ButtonLinkProps extends Placed {
  href: string;
  /** `plain` is the secondary look next to a main button */
  look?: "main" | "plain";
  className?: string;
  children: ReactNode;
}

/** A link styled as a button. Renders nothing when staff left its text blank. */
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

interface TextLinkProps<Field extends string>
  extends Pick<ButtonLinkProps, "href" | "look" | "className"> {
  /** the section that has its text */
  of: { [Name in Field]: string };
  field: Field;
}

/** A ButtonLink whose text staff can edit. */
export const TextLink = <Field extends string>({ of, field, ...link }: TextLinkProps<Field>) => (
  <ButtonLink {...link} {...place(of, field)}>
    {of[field]}
  </ButtonLink>
);
