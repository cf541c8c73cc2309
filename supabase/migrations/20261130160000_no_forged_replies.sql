-- A visitor could store a message that has a new reply already, also one of the far future. The inbox looks for what
-- arrived after the newest message or reply, so nobody was told of any lead after that one.

do $do$
declare
  was constant text := $t$    new.deleted_at := null;
$t$;
  is_now constant text := $t$    new.deleted_at := null;
    new.new_answer_at := null;
$t$;
  body constant text := pg_get_functiondef('private.guard_hand_of_submission'::regproc);
begin
  if position(was in body) = 0 then
    raise exception 'guard_hand_of_submission has no "%"', was;
  end if;
  execute replace(body, was, is_now);
end
$do$;
