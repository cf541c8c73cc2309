import { formatCount } from "#app/lib/text/formats.ts";

const MAX_NAMES = 10;

/** The names of the items to delete; only the first ones if there are many. */
export function Names({ names }: { names: readonly string[] }) {
  const more = names.length - MAX_NAMES;
  return (
    <ul className="list-disc pl-5 text-sm wrap-anywhere">
      {names.slice(0, more > 1 ? MAX_NAMES : undefined).map((name, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: names may repeat, and items never move
        <li key={place}>
          <span className="line-clamp-2">{name}</span>
        </li>
      ))}
      {more > 1 && <li>and {formatCount(more)} more</li>}
    </ul>
  );
}
