import { Link, paths } from '@paperplane/shared/platform';
import { buttonClass, Card, EmptyState, Plus } from '@paperplane/shared/ui';
import { ImportLink } from '../../import/import-link';

/** The link that starts a new customer; the one primary action of the list. */
export function AddCustomerLink() {
  return (
    <Link className={buttonClass('primary')} to={paths.customerCreate.href()}>
      <Plus className="pp-i" />
      <span>Add customer</span>
    </Link>
  );
}

/** Nobody has added a customer yet. */
export function FirstCustomer() {
  return (
    <Card padded={false} label="Customers">
      <EmptyState
        kind="first-run"
        title="Add your first customer"
        actions={
          <>
            <ImportLink to={paths.customersImport.href()} />
            <AddCustomerLink />
          </>
        }
      >
        Keep their contact details in one place, and every trip they book with you beside them.
      </EmptyState>
    </Card>
  );
}

/** No customer matches what is asked for. */
export function NoMatch({ title, text, clearTo }: { title: string; text: string; clearTo: string | null }) {
  return (
    <EmptyState
      title={title}
      actions={
        clearTo !== null && (
          <Link className={buttonClass('outline')} to={clearTo}>
            <span>Clear filters</span>
          </Link>
        )
      }
    >
      {text}
    </EmptyState>
  );
}
