import { displayName, formatCount, formatDate, formatMoney } from '@paperplane/shared/domain';
import { Link, Navigate, paths, Slot, useCurrentUser, useParams } from '@paperplane/shared/platform';
import { RecordGate } from '@paperplane/shared/records';
import { Avatar, Button, InlineBanner, type Figure } from '@paperplane/shared/ui';
import { useGetCustomerProfileQuery } from '../customers-api';
import { NotKeptCard } from '@paperplane/shared/records';
import { NotesCard } from '../../parts/notes-card';
import { RecordFigures } from '../../parts/record-figures';
import { RelatedSales, type Party } from '../../parts/related-sales';
import type { CustomerProfile, CustomerTotals } from '../profile';
import { CompanionsCard } from './companions-card';
import { ContactCard } from './contact-card';
import { MergesCard } from './merges-card';
import { PassportsCard } from './passports-card';
import { PreferencesCard } from './preferences-card';
import { ProfileHead } from './profile-head';
import { TravelCard } from './travel-card';
import { useCustomerActions } from './use-customer-actions';
import { stateNotice } from './profile-texts';
import './profile.css';

const back = { to: paths.customers.href(), label: 'Customers' };
const vendor: Party = { head: 'Vendor', of: (sale) => sale.vendor?.name ?? 'Unknown' };

const figures = (totals: CustomerTotals, currency: string): Figure[] => [
  { label: 'Lifetime sales', value: formatMoney(totals.totalAmount, { currency }) },
  { label: 'Trips', value: formatCount(totals.salesCount) },
  { label: 'Next departure', value: totals.nextDeparture ? formatDate(totals.nextDeparture) : '–' },
  {
    label: 'Agent',
    value: totals.agent ? (
      <span className="pp-row">
        <Avatar person={totals.agent} size="sm" />
        {displayName(totals.agent)}
      </span>
    ) : (
      '–'
    ),
  },
];

interface ProfileProps {
  profile: CustomerProfile;
  busy: boolean;
}

function Profile({ profile, busy }: ProfileProps) {
  const { customer, totals, passports, companions, merges, canUsePassports, sales, trips } = profile;
  const { currency, timeZone } = useCurrentUser().organization;
  const { act, dialog } = useCustomerActions(profile);
  const state = stateNotice(customer, timeZone);
  const canEdit = customer.erasedAt === null;
  return (
    <>
      <ProfileHead profile={profile} busy={busy} onAction={act} />
      {state && (
        <div className="customer-state">
          <InlineBanner title={state.title}>
            <p>{state.text}</p>
            {canEdit && (
              <Button variant="outline" size="sm" onClick={() => act('restore')}>
                Restore
              </Button>
            )}
          </InlineBanner>
        </div>
      )}
      <RecordFigures label="Totals" items={figures(totals, currency)} onRetry={() => undefined} />
      <div className="pp-grid pp-after customer-grid">
        <div className="c4 pp-stack customer-side">
          <ContactCard customer={customer} />
          {passports ? (
            <PassportsCard customerId={customer.id} {...{ passports, canEdit }} canUse={canUsePassports} />
          ) : (
            <NotKeptCard title="Passport" />
          )}
          <CompanionsCard {...{ customer, companions, canEdit }} />
          <NotesCard notes={customer.notes} />
          <Slot name="record" place="side" type="customer" id={customer.id} />
        </div>
        <div className="c8 pp-stack customer-main">
          <RelatedSales
            title="Purchases"
            party={vendor}
            emptyText="What they book appears here, newest first."
            currency={currency}
            sales={sales}
            action={
              sales.count > 0 &&
              canEdit && (
                <Link className="pp-link pp-sm" to={paths.sales.href({ q: displayName(customer) })}>
                  View in sales
                </Link>
              )
            }
          />
          <TravelCard customerId={customer.id} trips={trips} />
          <PreferencesCard customer={customer} canEdit={canEdit} />
          <Slot name="record" place="main" type="customer" id={customer.id} />
          {merges.length > 0 && <MergesCard merges={merges} />}
        </div>
      </div>
      {dialog}
    </>
  );
}

/** /customers/:id (docs/product/customers.md, Customer page): figures, contact, passports, companions, purchases, travel and preferences. */
export default function CustomerPage() {
  const { id = '' } = useParams();
  const query = useGetCustomerProfileQuery(id);
  return (
    <RecordGate label="Customer" back={back} query={query}>
      {(profile) =>
        profile.customer.mergedInto ? (
          <Navigate to={paths.customer.href(profile.customer.mergedInto)} replace />
        ) : (
          <Profile key={profile.customer.id} profile={profile} busy={query.isFetching} />
        )
      }
    </RecordGate>
  );
}
