import { createContext, type ReactElement, type SVGProps, use } from "react";

/** Makes markup of an element; null in the browser, which has no need of it. */
export const MarkupContext = createContext<((element: ReactElement) => string) | null>(null);

type Svg = ReactElement<SVGProps<SVGSVGElement>>;

interface Drawn {
  /** of the svg itself */
  attributes: SVGProps<SVGSVGElement>;
  markup: string;
}

/**
 * A drawing that looks the same on every page, of which the server makes markup once: two thirds of a
 * page's elements are in its drawings.
 * @param Draw gives an svg that depends on these properties alone, which are words of the code; no hooks
 */
export function drawing<Props extends object>(Draw: (props: Props) => Svg) {
  const drawn = new Map<string, Drawn>();
  return function Drawing(props: Props) {
    const toMarkup = use(MarkupContext);
    if (!toMarkup) return <Draw {...props} />;
    const key = JSON.stringify(props);
    const { attributes, markup } = drawn.get(key) ?? keep(key, draw(Draw(props), toMarkup));
    // biome-ignore lint/security/noDangerouslySetInnerHtml: React made it of this very drawing.
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
