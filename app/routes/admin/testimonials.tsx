import { ResourceScreen } from "#app/admin-kit/resource/screen.tsx";
import { testimonialResource } from "#app/features/testimonials/admin/resource.tsx";
import type { Route } from "./+types/testimonials";

export const meta: Route.MetaFunction = () => [
  { title: "Testimonials · Admin" },
  { name: "robots", content: "noindex" },
];

export default function Testimonials() {
  return <ResourceScreen resource={testimonialResource} />;
}
