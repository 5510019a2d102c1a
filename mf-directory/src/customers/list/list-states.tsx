import { formatCount } from '@paperplane/shared/domain';
import { Link, paths } from '@paperplane/shared/platform';
import { buttonClass, Card, EmptyState, Plus } from '@paperplane/shared/ui';
import { ImportLink } from '@paperplane/shared/import';

/** The link that starts a new customer; the one primary action of the list. */
export function AddCustomerLink() {
  return (
    <Link className={buttonClass('primary')} to={paths.customerCreate.href()}>
      <Plus className="pp-i" />
      <span>Add customer</span>
    </Link>
  );
}

/** No customer to show: none has been added yet, or all are archived. */
export function FirstCustomer({ archived, archivedTo }: { archived: number; archivedTo: string }) {
  return (
    <Card padded={false} label="Customers">
      <EmptyState
        kind="first-run"
        title={archived > 0 ? 'No active customers' : 'Add your first customer'}
        actions={
          <>
            {archived > 0 && (
              <Link className={buttonClass('outline')} to={archivedTo}>
                <span>Show {formatCount(archived)} archived</span>
              </Link>
            )}
            <ImportLink to={paths.customersImport.href()} />
            <AddCustomerLink />
          </>
        }
      >
        {archived > 0
          ? 'Everybody you added is archived. They stay on their sales and can come back any time.'
          : 'Keep their contact details in one place, and every trip they book with you beside them.'}
      </EmptyState>
    </Card>
  );
}
