import { isAppError } from '@paperplane/shared/domain';
import { Link, paths } from '@paperplane/shared/platform';
import { buttonClass, Card, EmptyState, PageHead } from '@paperplane/shared/ui';

/** Postgres: the id in the address is no UUID, so no sale can have it. */
const NO_UUID = '22P02';

/** True for an address that cannot belong to a sale. */
export const isImpossibleId = (error: unknown): boolean => isAppError(error) && error.code === NO_UUID;

/** No such sale, or none for this person: both look the same on purpose. */
export function SaleNotFound() {
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
