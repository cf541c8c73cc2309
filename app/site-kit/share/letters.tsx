import { type Lines, outline } from "./lettering.ts";

interface LettersProps extends Lines {
  x: number;
  /** baseline of the first line */
  y: number;
  lineHeight?: number;
  tracking?: number;
  anchor?: "start" | "middle" | "end";
  className?: string;
}

/** Text as a path, in the display font. */
export function Letters(props: LettersProps) {
  const { lines, size, width, x, y, lineHeight = 1, tracking = 0, anchor = "start" } = props;
  const left = x - (anchor === "start" ? 0 : anchor === "end" ? width : width / 2);
  return (
    <path
      d={outline(lines, lineHeight, tracking)}
      transform={`translate(${left} ${y}) scale(${size / 1000})`}
      className={props.className}
    />
  );
}
