import { Link, paths } from '@paperplane/shared/platform';
import { buttonClass, Card, EmptyState, PageHead, useTabTitle } from '@paperplane/shared/ui';

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** False for an address that no sale can have; nobody needs to be asked about it. */
export const isSaleId = (id: string): boolean => UUID.test(id);

/** No such sale, or none for this person: both look the same on purpose. */
export function SaleNotFound() {
  useTabTitle('Sale not found');
  return (
    <main id="main" className="pp-page">
      <PageHead title="Sale not found" back={{ to: paths.sales.href(), label: 'Sales' }} link={Link} />
      <Card padded={false} label="Sale not found">
        <EmptyState
          title="There is no sale at this address"
          actions={
            <Link className={buttonClass('outline')} to={paths.sales.href()}>
              <span>Go to sales</span>
            </Link>
          }
        >
          It may belong to somebody else, or the link is incomplete.
        </EmptyState>
      </Card>
    </main>
  );
}
