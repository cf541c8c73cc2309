import { ResourceScreen } from "#app/admin-kit/resource/screen.tsx";
import { serviceResource } from "#app/features/services/admin/resource.tsx";
import type { Route } from "./+types/services";

export const meta: Route.MetaFunction = () => [
  { title: "Services · Admin" },
  { name: "robots", content: "noindex" },
];

export default function Services() {
  return <ResourceScreen resource={serviceResource} />;
}
