import { ResourceScreen } from "#app/components/admin/resource-screen.tsx";
import { pricingResource } from "#app/features/pricing_items/resource.tsx";
import type { Route } from "./+types/pricing";

export const meta: Route.MetaFunction = () => [
  { title: "Pricing · Admin" },
  { name: "robots", content: "noindex" },
];

export default function Pricing() {
  return <ResourceScreen resource={pricingResource} />;
}
