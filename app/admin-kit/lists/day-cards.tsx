import type { UseInfiniteQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { formatDate } from "#app/lib/text/formats.ts";
import { Card, CardHeader } from "#app/ui/display/card.tsx";
import { Button } from "#app/ui/inputs/button.tsx";

interface DayCardsProps<Item> {
  items: readonly Item[];
  at: (item: Item) => string;
  query: Pick<UseInfiniteQueryResult, "hasNextPage" | "isFetchingNextPage" | "fetchNextPage">;
  /** the label of the button that loads more */
  more: string;
  children: (item: Item) => ReactNode;
}

/** A long list with a card for each of the company's calendar days, in the items' order. */
export const DayCards = <Item,>({ items, at, query, more, children }: DayCardsProps<Item>) => (
  <>
    {[...Map.groupBy(items, (item) => formatDate(at(item)))].map(([day, ofDay]) => (
      <Card key={day}>
        <CardHeader title={day} />
        <ol className="divide-y divide-line">{ofDay.map(children)}</ol>
      </Card>
    ))}
    {query.hasNextPage && (
      <Button
        className="justify-self-center"
        pending={query.isFetchingNextPage}
        onClick={() => void query.fetchNextPage()}
      >
        {more}
      </Button>
    )}
  </>
);
