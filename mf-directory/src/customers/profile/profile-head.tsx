import { displayName } from '@paperplane/shared/domain';
import { Link, paths, useAuth, useCurrentUser } from '@paperplane/shared/platform';
import { Avatar, Badge, buttonClass, Ellipsis, Menu, PageHead, Pencil, Plus } from '@paperplane/shared/ui';
import type { CustomerProfile } from '../profile';
import { actionItems, type CustomerAction } from './action-items';

interface ProfileHeadProps {
  profile: CustomerProfile;
  busy: boolean;
  onAction: (action: CustomerAction) => void;
}

/** Name, tags, and what can be done with the customer. */
export function ProfileHead({ profile, busy, onAction }: ProfileHeadProps) {
  const { customer } = profile;
  const { isAdmin } = useAuth();
  const { id } = useCurrentUser();
  const name = displayName(customer);
  const items = actionItems(profile, { id, isAdmin }, onAction);
  const isErased = customer.erasedAt !== null;
  return (
    <PageHead
      media={<Avatar person={customer} size="lg" />}
      title={name}
      back={{ to: paths.customers.href(), label: 'Customers' }}
      link={Link}
      busy={busy}
      status={
        (customer.archivedAt || customer.tags.length > 0) && (
          <span className="customer-tags">
            {isErased ? <Badge>Erased</Badge> : customer.archivedAt && <Badge>Archived</Badge>}
            {customer.tags.map((tag) => (
              <Badge key={tag} color="blue">
                {tag}
              </Badge>
            ))}
          </span>
        )
      }
      actions={
        <>
          {!isErased && (
            <Link to={paths.customerEdit.href(customer.id)} className={buttonClass('outline')}>
              <Pencil className="pp-i" />
              <span>Edit</span>
            </Link>
          )}
          {items.length > 0 && (
            <Menu
              label="More actions"
              buttonClassName={buttonClass('outline', { className: 'customer-more' })}
              button={<Ellipsis className="pp-i" />}
              items={items}
            />
          )}
          {!customer.archivedAt && (
            <Link to={paths.saleCreate.href({ customerId: customer.id })} className={buttonClass('primary')}>
              <Plus className="pp-i" />
              <span>Create sale</span>
            </Link>
          )}
        </>
      }
    />
  );
}
