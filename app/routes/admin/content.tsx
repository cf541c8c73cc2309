import { PageHeader } from "#app/components/admin/page-header.tsx";

export default function ContentEditor() {
  return <PageHeader title="Content Editor" />;
}
