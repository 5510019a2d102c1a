import { displayName, formatDate, formatMoney, statusLabel } from '@paperplane/shared/domain';
import { useWatch } from '@paperplane/shared/forms';
import { paths } from '@paperplane/shared/platform';
import { InlineBanner, useDebouncedValue } from '@paperplane/shared/ui';
import type { DuplicateBooking, SaleDetail } from '../sale';
import { useFindDuplicateBookingsQuery } from '../sale-form-api';
import type { SaleEditor } from './use-sale-editor';

/** How long a reference has to stand before it is looked up, in milliseconds. */
const SETTLES = 500;

/** The sales that may be the same booking, each with a link that leaves the form where it is. */
export function DuplicateList({
  duplicates,
  currency,
}: {
  duplicates: readonly DuplicateBooking[];
  currency: string;
}) {
  const many = duplicates.length > 1;
  return (
    <InlineBanner
      tone="warning"
      title={many ? 'Sales with this reference exist already' : 'A sale with this reference exists already'}
    >
      <ul className="pp-banner-list">
        {duplicates.map((sale) => (
          <li key={sale.id}>
            <a href={paths.sale.href(sale.id)} target="_blank" rel="noreferrer">
              {sale.bookingReference}
              <span className="pp-sr"> (opens in a new tab)</span>
            </a>{' '}
            {[
              displayName({ firstName: sale.customerFirstName, lastName: sale.customerLastName }),
              formatDate(sale.saleDate),
              formatMoney(sale.totalAmount, { currency }),
              statusLabel(sale.status),
            ].join(' · ')}
          </li>
        ))}
      </ul>
      <p>Same vendor, same reference: probably the same booking. You can save it anyway.</p>
    </InlineBanner>
  );
}

interface DuplicateNoticeProps {
  form: SaleEditor['form'];
  currency: string;
  /** The sale that is edited: no duplicate of itself, and looked up once what tells it apart is changed. */
  sale: Pick<SaleDetail, 'id' | 'bookingReference' | 'vendorId'> | null;
}

/** Warns, and stops nobody: the same reference at the same vendor among the sales one may see. */
export function DuplicateNotice({ form, currency, sale }: DuplicateNoticeProps) {
  const [reference, vendorId] = useWatch({ control: form.control, name: ['bookingReference', 'vendorId'] });
  const typed = reference.trim();
  const bookingReference = useDebouncedValue(typed, SETTLES);
  const isUnchanged = sale?.bookingReference === bookingReference && sale.vendorId === vendorId;
  const skip = !bookingReference || !vendorId || isUnchanged;
  const { currentData = [] } = useFindDuplicateBookingsQuery(
    { bookingReference, vendorId, exceptSaleId: sale?.id ?? null },
    { skip },
  );
  if (skip || typed !== bookingReference || currentData.length === 0) return null;
  return <DuplicateList duplicates={currentData} currency={currency} />;
}
