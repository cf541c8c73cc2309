import { Link } from "react-router";
import { Card, CardHeader } from "#app/ui/display/card.tsx";
import type { SystemFacts } from "../queries.ts";
import { Facts } from "./facts.tsx";
import { Waiting } from "./waiting.tsx";

export const WebhooksCard = ({ database: { webhooks } }: SystemFacts) => (
  <Card>
    <CardHeader
      title="Webhooks"
      aside={
        <Link to="/admin/webhooks" className="text-sm">
          View events
        </Link>
      }
    />
    <Facts>
      <Waiting count={webhooks.waiting} oldest={webhooks.oldest} />
    </Facts>
  </Card>
);
