import { ResourceScreen } from "#app/components/admin/resource-screen.tsx";
import { testimonialResource } from "#app/features/testimonials/resource.tsx";
import type { Route } from "./+types/testimonials";

export const meta: Route.MetaFunction = () => [
  { title: "Testimonials · Admin" },
  { name: "robots", content: "noindex" },
];

export default function Testimonials() {
  return <ResourceScreen resource={testimonialResource} />;
}
