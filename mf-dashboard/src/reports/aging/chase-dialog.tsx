import { displayMessage, formatDate, formatMoneyExact, plural } from '@paperplane/shared/domain';
import { useAuth, useCurrentUser } from '@paperplane/shared/platform';
import { Dialog, ErrorState, SkeletonRows } from '@paperplane/shared/ui';
import type { VendorAging } from './aging';
import { useGetVendorChasesQuery } from '../mail/mail-api';
import { useGetVendorOverdueQuery } from './asking-api';
import { ChaseForm } from './chase-form';
import { chaseEmail } from './chase-email';

/** Asks a vendor for what is overdue: writes the e-mail as soon as the bookings are there. */
export function ChaseDialog({ vendor, onClose }: { vendor: VendorAging; onClose: () => void }) {
  const { currency, name: agency } = useCurrentUser().organization;
  const { displayName: name } = useAuth();
  const { currentData, error, isFetching, refetch } = useGetVendorOverdueQuery(vendor.id);
  const mail = useGetVendorChasesQuery({ vendorId: vendor.id });
  const head = {
    title: `Ask ${vendor.name}`,
    subtitle: `${plural(vendor.count, 'commission')}, ${formatMoneyExact(vendor.amount, currency)} overdue.${vendor.askedOn ? ` Last asked ${formatDate(vendor.askedOn)}.` : ''}`,
  };
  // Without what is known of its mails it can be copied and opened, as ever.
  if (currentData && (mail.currentData || mail.error)) {
    const email = mail.currentData?.contact?.email ?? vendor.email;
    return (
      <ChaseForm
        head={head}
        vendorId={vendor.id}
        overdue={{ amount: formatMoneyExact(vendor.amount, currency) }}
        anyway={vendor.depositWaits}
        sends={mail.currentData?.sends ?? false}
        drafted={chaseEmail({
          vendor: { ...vendor, email },
          bookings: currentData,
          currency,
          from: { name, agency },
        })}
        onClose={onClose}
      />
    );
  }
  return (
    <Dialog {...head} size="lg" onCloseRequest={onClose}>
      {error ? (
        <ErrorState
          title="The bookings did not load"
          message={displayMessage(error)}
          retrying={isFetching}
          onRetry={() => void refetch()}
        />
      ) : (
        <SkeletonRows rows={4} label="Loading the bookings" />
      )}
    </Dialog>
  );
}
