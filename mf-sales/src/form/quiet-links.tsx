import { Button, Calendar, Plus, UserPlus, Users } from '@paperplane/shared/ui';
import type { FormParts } from './use-form-parts';

interface QuietLinksProps {
  parts: FormParts;
  /** The money may not change any more: no lines, no shares. */
  locked: boolean;
  /** The customer has still to pay. */
  isBooked: boolean;
}

/** What a sale may have beside its amounts, behind gray links: most sales have none of it. */
export function QuietLinks({ parts: { has, add }, locked, isBooked }: QuietLinksProps) {
  const links = [
    { name: 'lines', label: 'Add lines', Icon: Plus, shown: !locked },
    { name: 'shares', label: 'Share with another agent', Icon: UserPlus, shown: !locked },
    { name: 'dates', label: 'Add payment dates', Icon: Calendar, shown: isBooked },
    { name: 'group', label: 'Part of a group', Icon: Users, shown: true },
  ] as const;
  const shown = links.filter((link) => link.shown && !has[link.name]);
  if (shown.length === 0) return null;
  return (
    <p className="sale-form-quiet">
      {shown.map(({ name, label, Icon }) => (
        <Button
          key={name}
          variant="link"
          size="sm"
          icon={<Icon className="pp-i pp-i-14" />}
          onClick={() => void add[name]()}
        >
          {label}
        </Button>
      ))}
    </p>
  );
}
