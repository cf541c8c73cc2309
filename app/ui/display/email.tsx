import { Fragment } from "react";

/** An email address on one line. If no line is long enough, it wraps before its "@" and its dots. */
export const Email = ({ address }: { address: string }) => (
  <span className="inline-block max-w-full">
    {address.split(/(?=[@.])/).map((part, place) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts have no id, and never move
      <Fragment key={place}>
        {place > 0 && <wbr />}
        {part}
      </Fragment>
    ))}
  </span>
);
