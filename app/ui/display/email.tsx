import { Fragment } from "react";

/** An email address that wraps before its "@" and its dots when it must, not inside a word. */
export const Email = ({ address }: { address: string }) =>
  address.split(/(?=[@.])/).map((part, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts have no id, and never move
    <Fragment key={place}>
      {place > 0 && <wbr />}
      {part}
    </Fragment>
  ));
