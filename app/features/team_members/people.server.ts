import { addressedRows } from "#app/content/index.ts";
import { type PictureSource, readPictureIfAny } from "#app/lib/page/picture.server.ts";
import { readOr } from "#app/lib/page/read.ts";
import type { ServerContext } from "#contract/render-context.ts";
import { listActiveTeamMembers, type TeamMember } from "./queries.ts";

export interface Person {
  member: TeamMember;
  /** null: none chosen */
  photo: PictureSource | null;
}

/** The members visitors see, with their photos' sizes; empty if they can't be read (rule V-14). */
export async function teamPeople(server: ServerContext): Promise<Person[]> {
  const read = listActiveTeamMembers(server);
  const members = await readOr(server, "the team could not be read", read, []);
  if (server.preview) addressedRows("team_members", members);
  return Promise.all(
    members.map(async (member) => ({
      member,
      photo: await readPictureIfAny(server, member.photo_url),
    })),
  );
}
