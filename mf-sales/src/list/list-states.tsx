import { ImportLink } from '@paperplane/shared/import';
import { Link, paths } from '@paperplane/shared/platform';
import { buttonClass, Card, EmptyState, Plus } from '@paperplane/shared/ui';

/** The link that starts a new sale; the one primary action of the list. */
export function CreateSaleLink() {
  return (
    <Link className={buttonClass('primary')} to={paths.saleCreate.href()}>
      <Plus className="pp-i" />
      <span>Create sale</span>
    </Link>
  );
}

/** Nobody has recorded a sale yet. */
export function FirstSale() {
  return (
    <Card padded={false} label="Sales">
      <EmptyState
        kind="first-run"
        title="Record your first sale"
        actions={
          <>
            <ImportLink to={paths.salesImport.href()} />
            <CreateSaleLink />
          </>
        }
      >
        Add a booking and its commission is created and tracked until your agent is paid.
      </EmptyState>
    </Card>
  );
}
