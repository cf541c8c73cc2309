import { Fragment } from "react";

/** An email address that, where it has to, breaks before its "@" and its dots instead of in a word. */
export const Email = ({ address }: { address: string }) =>
  address.split(/(?=[@.])/).map((part, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other identity, and never move
    <Fragment key={place}>
      {place > 0 && <wbr />}
      {part}
    </Fragment>
  ));
