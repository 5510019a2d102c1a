import { displayName } from '@paperplane/shared/domain';
import { useAuth, useToast } from '@paperplane/shared/platform';
import { Ellipsis, Eye, Menu, Pencil, Send, type MenuItem } from '@paperplane/shared/ui';
import { useAskForTaxDetailsMutation } from '../tax-api';
import type { TaxPerson } from '../tax-types';

/** What is opened for one agent. */
export type PersonDialog = 'number' | 'details';

interface PersonMenuProps {
  person: TaxPerson;
  onOpen: (dialog: PersonDialog) => void;
}

/** What can be done about the tax details of one agent: owners look and write, admins ask. */
export function PersonMenu({ person, onOpen }: PersonMenuProps) {
  const { isOwner } = useAuth();
  const toast = useToast();
  const [ask] = useAskForTaxDetailsMutation();
  const name = displayName(person);

  async function askOne() {
    const answer = await ask([person.id]);
    if (answer.error) toast.error(`${name} was not asked`, answer.error);
    else if (answer.data.asked > 0) toast.success(`${name} was asked`);
    else toast.info(`${name} was asked within the last day`);
  }

  const items: MenuItem[] = [];
  if (!person.isWhole)
    items.push({
      key: 'ask',
      label: 'Ask for details',
      icon: <Send className="pp-i" />,
      refusal: person.isActive ? null : 'Deactivated: an owner writes them down',
      onSelect: () => void askOne(),
    });
  if (isOwner)
    items.push({
      key: 'details',
      label: person.details ? 'Change details' : 'Write details down',
      icon: <Pencil className="pp-i" />,
      onSelect: () => onOpen('details'),
    });
  if (isOwner && person.details)
    items.push({
      key: 'number',
      label: 'Show number',
      icon: <Eye className="pp-i" />,
      onSelect: () => onOpen('number'),
    });
  return items.length > 0 ? (
    <Menu label={`More for ${name}`} button={<Ellipsis className="pp-i" />} items={items} />
  ) : null;
}
