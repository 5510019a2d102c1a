import { Link } from '@paperplane/shared/platform';
import { Segmented } from '@paperplane/shared/ui';
import { figureOf, SALE_FILTERS, type SaleFilter, type SalesSums } from '../sales-list';
import { filterLabel } from './list-texts';

interface StatusTabsProps {
  status: SaleFilter | null;
  /** Counts under the other filters, once they are known. */
  sums: SalesSums | undefined;
  /** Address of the list with a status, `''` for all. */
  statusTo: (status: SaleFilter | '') => string;
}

/** The list's status filter, as links: each view can be opened, shared and gone back to. */
export function StatusTabs({ status, sums, statusTo }: StatusTabsProps) {
  return (
    <Segmented
      label="Status"
      link={Link}
      segments={[
        { label: 'All', to: statusTo(''), active: status === null, count: sums?.total.count },
        ...SALE_FILTERS.map((each) => ({
          label: filterLabel(each),
          to: statusTo(each),
          active: status === each,
          count: sums && figureOf(sums, each).count,
        })),
      ]}
    />
  );
}
