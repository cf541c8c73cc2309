import { ResourceScreen } from "#app/admin-kit/resource/screen.tsx";
import { faqResource } from "#app/features/faq_items/admin/resource.tsx";
import type { Route } from "./+types/faqs";

export const meta: Route.MetaFunction = () => [
  { title: "FAQs · Admin" },
  { name: "robots", content: "noindex" },
];

export default function Faqs() {
  return <ResourceScreen resource={faqResource} />;
}
