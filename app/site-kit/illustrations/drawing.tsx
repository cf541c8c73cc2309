import { createContext, type ReactElement, type SVGProps, use } from "react";

/** Renders an element to markup; null in the browser, which doesn't need it. */
export const MarkupContext = createContext<((element: ReactElement) => string) | null>(null);

type Svg = ReactElement<SVGProps<SVGSVGElement>>;

interface Drawn {
  /** attributes of the svg element */
  attributes: SVGProps<SVGSVGElement>;
  markup: string;
}

/**
 * A drawing that looks the same on every page. The server renders its markup once, because drawings hold
 * two thirds of a page's elements.
 * @param Draw returns an svg that depends only on these props, which are constants; no hooks
 */
export function drawing<Props extends object>(Draw: (props: Props) => Svg) {
  const drawn = new Map<string, Drawn>();
  return function Drawing(props: Props) {
    const toMarkup = use(MarkupContext);
    if (!toMarkup) return <Draw {...props} />;
    const key = JSON.stringify(props);
    const { attributes, markup } = drawn.get(key) ?? keep(key, draw(Draw(props), toMarkup));
    // biome-ignore lint/security/noDangerouslySetInnerHtml: React rendered it from this drawing
    return <svg {...attributes} dangerouslySetInnerHTML={{ __html: markup }} />;
  };

  function keep(key: string, made: Drawn): Drawn {
    drawn.set(key, made);
    return made;
  }
}

function draw(svg: Svg, toMarkup: (element: ReactElement) => string): Drawn {
  const { children: _, ...attributes } = svg.props;
  const whole = toMarkup(svg);
  return {
    attributes,
    markup: whole.slice(whole.indexOf(">") + 1, whole.lastIndexOf("</svg>")),
  };
}

/** 0 to n - 1, for the parts of a drawing that repeat. */
export const times = (n: number) => Array.from({ length: n }, (_, i) => i);
