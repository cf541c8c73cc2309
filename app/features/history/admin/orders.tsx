import { useId } from "react";

interface OrdersProps {
  before: { title: string; names: readonly string[] };
  after: { title: string; names: readonly string[] };
}

/** Two orders of the same items, side by side if there is room. */
export const Orders = ({ before, after }: OrdersProps) => (
  <div className="grid gap-3 sm:grid-cols-2">
    <Order {...before} />
    <Order {...after} />
  </div>
);

function Order({ title, names }: OrdersProps["before"]) {
  const id = useId();
  return (
    <div className="grid content-start gap-1 rounded-md border border-line bg-paper-2 px-3 py-2">
      <h4 id={id} className="text-xs font-medium text-ink-2">
        {title}
      </h4>
      <ol aria-labelledby={id} className="list-decimal pl-6 text-sm/6 marker:text-ink-2">
        {names.map((name, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: names may repeat
          <li key={place} className="wrap-anywhere">
            {name}
          </li>
        ))}
      </ol>
    </div>
  );
}
