import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import UserPlus from "lucide-react/icons/user-plus";
import { useEffect } from "react";
import { useOpened } from "#app/admin-kit/dialogs/use-opened.ts";
import { useList } from "#app/admin-kit/lists/list-params.ts";
import { ListStates } from "#app/admin-kit/lists/list-states.tsx";
import { ListToolbar } from "#app/admin-kit/lists/list-toolbar.tsx";
import { notifySent } from "#app/admin-kit/shell/notify-sent.ts";
import { PageHeader } from "#app/admin-kit/shell/page-header.tsx";
import { myRoles } from "#app/features/auth/queries.ts";
import { useSession } from "#app/features/auth/session.tsx";
import { EndRoleDialog } from "#app/features/users/admin/end-role-dialog.tsx";
import { PublishingCard } from "#app/features/users/admin/publishing-card.tsx";
import { ResetFactorDialog } from "#app/features/users/admin/reset-factor-dialog.tsx";
import { ResetPasswordDialog } from "#app/features/users/admin/reset-password-dialog.tsx";
import { SecondFactorCard } from "#app/features/users/admin/second-factor-card.tsx";
import { UsersTable } from "#app/features/users/admin/users-table.tsx";
import { USER_MESSAGES } from "#app/features/users/messages.ts";
import * as users from "#app/features/users/queries.ts";
import { roleOf } from "#app/features/users/roles.ts";
import type { AdminUser } from "#app/lib/data/database.types.ts";
import { reason } from "#app/lib/errors/reasons.ts";
import { formatCount } from "#app/lib/text/formats.ts";
import { Badge } from "#app/ui/display/badge.tsx";
import { Pagination } from "#app/ui/display/pagination.tsx";
import { SkeletonList } from "#app/ui/display/skeleton.tsx";
import { EmptyState } from "#app/ui/display/states.tsx";
import { Button } from "#app/ui/inputs/button.tsx";
import { onDemand } from "#app/ui/on-demand.tsx";
import { toast } from "#app/ui/overlays/toast.tsx";

const PAGE_SIZE = 25;
const RESET = "reset";
/** The URL value for the signed-in person's own account. */
const OWN = "own";
const INVITE = "invite";
/** The URL value for someone who may have no account. */
const ANYONE = "new";
const CHANGE = "change-role";
const words = USER_MESSAGES;

const InviteDialog = onDemand(
  async () => (await import("#app/features/users/admin/invite-dialog.tsx")).InviteDialog,
);

const ChangeRoleDialog = onDemand(
  async () => (await import("#app/features/users/admin/change-role-dialog.tsx")).ChangeRoleDialog,
);

export default function Users() {
  const { user } = useSession();
  const list = useList(users, { pageSize: PAGE_SIZE });
  const reset = useOpened(RESET);
  const ending = useOpened("end-role");
  const changing = useOpened(CHANGE);
  const resettingFactor = useOpened("reset-factor");
  const client = useQueryClient();
  const inviting = useOpened(INVITE);
  const ownRoles = useQuery({
    queryKey: ["my_roles", user?.id],
    queryFn: myRoles,
    enabled: user !== null,
  });
  const isOwner = ownRoles.data?.includes("owner") ?? false;
  const resend = useMutation({
    mutationFn: (one: AdminUser): Promise<unknown> =>
      one.invited_until
        ? users.invite({ ...one, role: roleOf(one.invited_roles) ?? "admin" })
        : users.resendConfirmation(one),
    onSuccess: (_, { email, invited_until }) =>
      invited_until
        ? notifySent(words.invited(email), "the invitation")
        : notifySent(words.confirmationSent(email), "the confirmation email"),
    onError: (cause, { invited_until }) =>
      toast.error(words.errorTitle, {
        description: `${invited_until ? words.inviteFailed : words.confirmationFailed}: ${reason(cause)}`,
      }),
    onSettled: () => client.invalidateQueries({ queryKey: [users.name] }),
  });
  const { error } = list.query;
  useEffect(() => {
    if (error) toast.error(words.errorTitle, { description: words.load() });
  }, [error]);
  const page = list.query.data;
  const chosen = (id: string) => page?.rows.find((row) => row.id === id);
  const self = user ? { id: user.id, email: user.email ?? "", full_name: null } : undefined;

  return (
    <>
      <PageHeader
        badge={
          page && (
            <Badge>
              {formatCount(page.total)} {list.narrowed ? "found" : "total"}
            </Badge>
          )
        }
        actions={
          <Button look="primary" onClick={() => inviting.openAt(ANYONE)}>
            <UserPlus aria-hidden />
            Invite a colleague
          </Button>
        }
      />
      <ListToolbar search={{ label: "Search by email or name", ...list.search }} />
      <ListStates
        query={list.query}
        explain={words.load}
        loading={<SkeletonList count={5} label="Loading users…" itemClassName="h-16" />}
        empty={({ total }) =>
          total > 0 ? undefined : <EmptyState title="No users match your search" />
        }
      >
        {({ rows, total }) => (
          <>
            <UsersTable
              users={rows}
              ownId={user?.id}
              isOwner={isOwner}
              onReset={({ id }) => reset.openAt(id)}
              onInvite={({ id }) => inviting.openAt(id)}
              onChangeRole={({ id }) => changing.openAt(id)}
              onResetFactor={({ id }) => resettingFactor.openAt(id)}
              onEndRole={({ id }) => ending.openAt(id)}
              onResend={(one) => resend.mutate(one)}
            />
            <Pagination
              page={list.params.page}
              pageSize={PAGE_SIZE}
              total={total}
              onPage={list.setPage}
            />
          </>
        )}
      </ListStates>
      <SecondFactorCard />
      <PublishingCard isOwner={isOwner} />
      <ResetPasswordDialog
        open={reset.open}
        user={reset.id === OWN ? self : chosen(reset.id)}
        own={reset.id === OWN || reset.id === user?.id}
        param={RESET}
        onClose={reset.close}
      />
      <InviteDialog
        open={inviting.open && (inviting.id === ANYONE || chosen(inviting.id) !== undefined)}
        user={chosen(inviting.id)}
        isOwner={isOwner}
        param={INVITE}
        onClose={inviting.close}
      />
      <ChangeRoleDialog
        open={changing.open}
        user={chosen(changing.id)}
        own={changing.id === user?.id}
        isOwner={isOwner}
        param={CHANGE}
        onClose={changing.close}
      />
      <ResetFactorDialog
        open={resettingFactor.open}
        user={chosen(resettingFactor.id)}
        onClose={resettingFactor.close}
      />
      <EndRoleDialog
        open={ending.open}
        user={chosen(ending.id)}
        own={ending.id === user?.id}
        onClose={ending.close}
      />
    </>
  );
}
