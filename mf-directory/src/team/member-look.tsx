import { displayName, formatDate } from '@paperplane/shared/domain';
import { Link, paths } from '@paperplane/shared/platform';
import { Avatar, Who } from '@paperplane/shared/ui';
import type { ListLook } from '../parts/directory-list';
import type { Member } from '../team-api';
import { MemberState } from './member-state';
import { RoleBadge } from './role-badge';

/**
 * How people show in a list.
 * @param selfId marks the reader; @param opens whether names lead to the member's page, which is for admins
 */
export function memberLook(selfId: string, opens: boolean): ListLook<Member> {
  const name = (member: Member) => (
    <>
      {displayName(member)}
      {member.id === selfId && <span className="pp-muted"> (you)</span>}
    </>
  );
  return {
    columns: [
      {
        head: 'Name',
        cell: (member) => (
          <Who
            media={<Avatar person={member} size="md" />}
            name={
              opens ? (
                <Link className="pp-tlink" to={paths.teamMember.href(member.id)}>
                  {name(member)}
                </Link>
              ) : (
                name(member)
              )
            }
            meta={member.email}
          />
        ),
      },
      { head: 'Role', cell: ({ role }) => <RoleBadge role={role} /> },
      { head: 'Status', cell: ({ isActive }) => <MemberState isActive={isActive} /> },
      { head: 'Member since', numeric: true, cell: ({ createdAt }) => formatDate(createdAt) },
    ],
    row: (member) => ({
      to: opens ? paths.teamMember.href(member.id) : undefined,
      media: <Avatar person={member} size="md" />,
      title: name(member),
      amount: <RoleBadge role={member.role} />,
      meta: member.email,
      pill: <MemberState isActive={member.isActive} />,
    }),
    rowClass: ({ isActive }) => (isActive ? undefined : 'member-off'),
  };
}
