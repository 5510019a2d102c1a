import { SALE_STATUSES, STATUS_LOOKS, type SaleStatus } from '@paperplane/shared/domain';
import { Link } from '@paperplane/shared/platform';
import { Segmented } from '@paperplane/shared/ui';
import type { SalesSums } from '../sales-list';

interface StatusTabsProps {
  status: SaleStatus | null;
  /** Counts under the other filters, once they are known. */
  sums: SalesSums | undefined;
  /** Address of the list with a status, `''` for all. */
  statusTo: (status: SaleStatus | '') => string;
}

/** The list's status filter, as links: each view can be opened, shared and gone back to. */
export function StatusTabs({ status, sums, statusTo }: StatusTabsProps) {
  return (
    <Segmented
      label="Status"
      link={Link}
      segments={[
        { label: 'All', to: statusTo(''), active: status === null, count: sums?.total.count },
        ...SALE_STATUSES.map((each) => ({
          label: STATUS_LOOKS[each].label,
          to: statusTo(each),
          active: status === each,
          count: sums?.[each].count,
        })),
      ]}
    />
  );
}
