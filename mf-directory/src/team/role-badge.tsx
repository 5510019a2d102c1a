import { ROLE_LABELS, type Role } from '@paperplane/shared/domain';
import { Badge } from '@paperplane/shared/ui';

const COLORS = { owner: 'purple', admin: 'blue', agent: undefined } as const;

/** A person's role. */
export function RoleBadge({ role }: { role: Role }) {
  return <Badge color={COLORS[role]}>{ROLE_LABELS[role]}</Badge>;
}
