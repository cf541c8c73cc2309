import { useQuery } from "@tanstack/react-query";
import { useSession } from "#app/features/auth/session.tsx";
import { REPLY_MESSAGES } from "#app/features/contact_submissions/admin/reply/messages.ts";
import type { ReplyBoxProps } from "#app/features/contact_submissions/admin/reply/reply-box.tsx";
import { listSavedReplies } from "#app/features/saved_replies/queries.ts";
import { listSettings } from "#app/features/site_settings/queries.ts";
import { supabase } from "#app/lib/data/supabase.ts";
import { onDemand } from "#app/ui/on-demand.tsx";

const ReplyBox = onDemand(
  async () =>
    (await import("#app/features/contact_submissions/admin/reply/reply-box.tsx")).ReplyBox,
);

/** The reply editor, with the saved replies to insert. */
export function WithSaved(props: Omit<ReplyBoxProps, "saved" | "savedError">) {
  const { data, error } = useQuery({
    queryKey: ["saved_replies", "active"],
    queryFn: listSavedReplies,
  });
  const savedError = error ? REPLY_MESSAGES.saved(error) : undefined;
  return <ReplyBox saved={data ?? []} savedError={savedError} {...props} />;
}

/** Signs drafts and replies; left out while unknown. */
export function useSender() {
  const { user } = useSession();
  const { data } = useQuery({
    queryKey: ["site_settings", "public"],
    queryFn: () => listSettings(supabase()),
  });
  const setting = (key: string) =>
    data?.find(({ setting_key }) => setting_key === key)?.setting_value;
  return {
    company: setting("company_name"),
    color: setting("brand_color_primary"),
    email: user?.email,
  };
}
