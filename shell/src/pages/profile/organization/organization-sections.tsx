import { displayMessage, formatDate, formatMoneyExact, formatPercent } from '@paperplane/shared/domain';
import { recheckUser, useAuth, useCurrentUser, useToast } from '@paperplane/shared/platform';
import {
  Card,
  DescriptionList,
  ErrorState,
  FormSection,
  SkeletonRows,
  VendorLogo,
} from '@paperplane/shared/ui';
import { PictureField } from '../picture/picture-field';
import { useSaveLogoMutation } from '../profile-api';
import { currencyLabel, DATE_ORDERS, HOLDS, NOTATIONS, OFFLINE_READING, POLICY_TEXTS } from './choices';
import { BooksSection } from './closed-books/books-section';
import { CorrectionsCard } from './closed-books/corrections-card';
import { DeletionCard } from './deletion/deletion-card';
import { useGetOrganizationSettingsQuery, type SettingsAnswer } from './organization-api';
import { FileRoom } from './file-room';
import { OrganizationForm } from './organization-form';

function LogoSection() {
  const { organization } = useCurrentUser();
  const { isOwner } = useAuth();
  const toast = useToast();
  const [save] = useSaveLogoMutation();
  const face = (preview: string | null) => (
    <VendorLogo size="xl" vendor={{ name: organization.name, logoUrl: preview ?? organization.logoUrl }} />
  );
  return (
    <FormSection title="Logo" hint="Stands for your agency.">
      {isOwner ? (
        <PictureField
          noun="logo"
          fit="contain"
          hasPicture={organization.logoUrl !== null}
          face={face}
          onSave={async (picture) => {
            const { error } = await save({ rowId: organization.id, picture });
            if (error) return error;
            await recheckUser();
            toast.success(picture ? 'Logo saved' : 'Logo removed');
            return null;
          }}
        />
      ) : (
        face(null)
      )}
    </FormSection>
  );
}

function ReadOnlySettings({ settings }: { settings: SettingsAnswer }) {
  return (
    <DescriptionList
      items={[
        { term: 'Organization name', value: settings.organizationName },
        { term: 'Support email', value: settings.supportEmail },
        {
          term: 'Default commission split',
          value: <span className="pp-num">{formatPercent(settings.defaultCommissionSplit)}</span>,
        },
        { term: 'Currency', value: currencyLabel(settings.currency) },
        {
          term: 'Amounts are typed like',
          value: NOTATIONS.find(({ value }) => value === settings.notation)?.label,
        },
        {
          term: 'Dates are typed like',
          value: DATE_ORDERS.find(({ value }) => value === settings.dateOrder)?.label,
        },
        { term: 'Time zone', value: settings.timeZone },
        { term: 'Email on statements', value: settings.email },
        { term: 'Phone', value: settings.phone },
        {
          term: 'Postal address',
          value: settings.postalAddress && <span className="profile-address">{settings.postalAddress}</span>,
        },
        { term: 'Tax number', value: settings.taxNumber },
        { term: 'Commission counts as received', value: POLICY_TEXTS[settings.receiptPolicy].label },
        {
          term: 'Vendors’ payments are tracked since',
          value: settings.receiptsTrackedSince
            ? formatDate(settings.receiptsTrackedSince)
            : 'Not said: an owner can',
        },
        {
          term: 'An agent can be paid',
          value: HOLDS.find(({ value }) => value === settings.holdUntil)?.label,
        },
        {
          term: 'Smallest payment',
          value: formatMoneyExact(settings.minimumAmount, settings.currency),
        },
        {
          term: 'A second person approves payouts',
          value: settings.secondApproval ? 'Yes' : 'No',
        },
        {
          term: 'Who reads without a network',
          value: OFFLINE_READING.find(({ value }) => value === settings.offlineReading)?.label,
        },
      ]}
    />
  );
}

/** Settings of the organization: an owner changes them, admins read them. */
export function OrganizationSections() {
  const { organizationId } = useCurrentUser();
  const { isOwner } = useAuth();
  const { data, error, isFetching, refetch } = useGetOrganizationSettingsQuery(organizationId);
  if (!data) {
    return (
      <Card padded={!error}>
        {error ? (
          <ErrorState
            title="The settings did not load"
            message={displayMessage(error)}
            retrying={isFetching}
            onRetry={() => void refetch()}
          />
        ) : (
          <SkeletonRows rows={5} label="Loading the settings" />
        )}
      </Card>
    );
  }
  return (
    <div className="pp-stack">
      {isOwner && <FileRoom />}
      <Card padded={false} label="Organization">
        <LogoSection />
        {isOwner ? (
          <OrganizationForm settings={data} />
        ) : (
          <FormSection title="Settings" hint="Only an owner can change them.">
            <ReadOnlySettings settings={data} />
          </FormSection>
        )}
        <BooksSection />
      </Card>
      <CorrectionsCard />
      {isOwner && <DeletionCard />}
    </div>
  );
}
