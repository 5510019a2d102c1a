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
import { currencyLabel } from './choices';
import { BooksSection } from './closed-books/books-section';
import { CorrectionsCard } from './closed-books/corrections-card';
import { useGetOrganizationSettingsQuery, type SettingsAnswer } from './organization-api';
import { MatchCertainSection } from './match-certain-section';
import { OrganizationForm } from './organization-form';
import { HOLDS } from './payout-rules';
import { PayoutSettingsSection } from './payout-settings-section';
import { POLICY_TEXTS } from './receipt-policy';
import { StatementDetailsSection } from './statement-details-section';
import { ReceiptPolicySection } from './receipt-policy-section';
import { ReceiptTrackingSection } from './receipt-tracking-section';

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
        { term: 'Time zone', value: settings.timeZone },
        { term: 'Email on statements', value: settings.statements.email },
        { term: 'Phone', value: settings.statements.phone },
        {
          term: 'Postal address',
          value: settings.statements.postalAddress && (
            <span className="profile-address">{settings.statements.postalAddress}</span>
          ),
        },
        { term: 'Tax number', value: settings.statements.taxNumber },
        { term: 'Commission counts as received', value: POLICY_TEXTS[settings.receiptPolicy].label },
        {
          term: 'Vendors’ payments are tracked since',
          value: settings.tracking.since ? formatDate(settings.tracking.since) : 'Not said: an owner can',
        },
        {
          term: 'An agent can be paid',
          value: HOLDS.find(({ value }) => value === settings.payouts.holdUntil)?.label,
        },
        {
          term: 'Smallest payment',
          value: formatMoneyExact(settings.payouts.minimumAmount, settings.currency),
        },
        {
          term: 'A second person approves payouts',
          value: settings.payouts.secondApproval ? 'Yes' : 'No',
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
      <Card padded={false} label="Organization">
        <LogoSection />
        <FormSection title="Settings" hint={isOwner ? undefined : 'Only an owner can change them.'}>
          {isOwner ? <OrganizationForm settings={data} /> : <ReadOnlySettings settings={data} />}
        </FormSection>
        {isOwner && <StatementDetailsSection saved={data.statements} />}
        {isOwner && <ReceiptPolicySection saved={data.receiptPolicy} />}
        {isOwner && <ReceiptTrackingSection saved={data.tracking} />}
        {isOwner && <PayoutSettingsSection saved={data.payouts} money={data} />}
        {isOwner && <MatchCertainSection saved={data.matchesCertain} />}
        <BooksSection />
      </Card>
      <CorrectionsCard />
    </div>
  );
}
