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

/** Text as paths, in the display font. */
export function Letters(props: LettersProps) {
  const { lines, size, width, x, y, lineHeight = 1, tracking = 0, anchor = "start" } = props;
  const left = x - (anchor === "start" ? 0 : anchor === "end" ? width : width / 2);
  return lines.map((line, row) => (
    <path
      key={`${row} ${line}`}
      d={outline(line, tracking)}
      transform={`translate(${left} ${y + row * size * lineHeight}) scale(${size / 1000})`}
      className={props.className}
    />
  ));
}
