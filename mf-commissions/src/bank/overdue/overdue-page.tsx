import { useState } from 'react';
import { displayMessage, formatDate, plural, today as todayIn } from '@paperplane/shared/domain';
import { Link, paths, useCurrentUser } from '@paperplane/shared/platform';
import { Card, CircleCheck, EmptyState, ErrorState, PageHead, SkeletonRows } from '@paperplane/shared/ui';
import type { Aging, VendorAging } from './aging';
import { useGetVendorAgingQuery } from './aging-api';
import { AgingBar } from './aging-bar';
import { ChaseDialog } from './chase-dialog';
import { OverdueTable } from './overdue-table';
import './overdue.css';
import { WaitingNote } from './waiting-note';

const BACK = { to: paths.bank.href(), label: 'Bank' };

/** What vendors owe past its due day, by age, and the way to ask them for it. */
export default function OverduePage() {
  const { timeZone, currency } = useCurrentUser().organization;
  const { data, error, isFetching, refetch } = useGetVendorAgingQuery();
  const [asked, setAsked] = useState<VendorAging | null>(null);
  const today = todayIn(timeZone);
  const subtitle =
    data &&
    (data.count > 0
      ? `What vendors owe on ${formatDate(today)} · ${plural(data.overdue, 'commission')} overdue with ${plural(data.count, 'vendor')}`
      : `What vendors owe on ${formatDate(today)}`);
  return (
    <main id="main" className="pp-page">
      <PageHead
        title="Overdue"
        subtitle={subtitle ?? null}
        back={BACK}
        link={Link}
        busy={isFetching && data !== undefined}
      />
      {data ? (
        <Shown aging={data} {...{ currency, today }} onAsk={setAsked} />
      ) : (
        <Card padded={false} label="Overdue">
          {error ? (
            <ErrorState
              title="What is overdue did not load"
              message={displayMessage(error)}
              retrying={isFetching}
              onRetry={() => void refetch()}
            />
          ) : (
            <SkeletonRows rows={8} label="Loading what is overdue" />
          )}
        </Card>
      )}
      {asked && <ChaseDialog vendor={asked} onClose={() => setAsked(null)} />}
    </main>
  );
}

interface ShownProps {
  aging: Aging;
  currency: string;
  today: string;
  onAsk: (vendor: VendorAging) => void;
}

function Shown({ aging, ...look }: ShownProps) {
  if (aging.count === 0)
    return (
      <Card padded={false} label="Overdue">
        <EmptyState icon={<CircleCheck className="pp-i pp-i-20" />} title="Nothing is overdue">
          Commission stands here from the day after its due day until the vendor pays it.
        </EmptyState>
      </Card>
    );
  return (
    <>
      <AgingBar aging={aging} currency={look.currency} />
      <WaitingNote vendors={aging.vendors} />
      <Card padded={false} label="Vendors">
        <OverdueTable aging={aging} {...look} />
      </Card>
    </>
  );
}
