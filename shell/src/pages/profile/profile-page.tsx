import { displayMessage, formatPercent, ROLE_LABELS } from '@paperplane/shared/domain';
import { useAuth, useCurrentUser } from '@paperplane/shared/platform';
import {
  Avatar,
  Card,
  DescriptionList,
  FormSection,
  InlineError,
  PageHead,
  VendorLogo,
  Who,
} from '@paperplane/shared/ui';
import { useGetOwnCommissionSplitQuery } from './profile-api';

/** Who one is here: name, email, role, agency and one's share of commissions; all read-only for now. */
export default function ProfilePage() {
  const user = useCurrentUser();
  const { displayName } = useAuth();
  const { data: split, error, refetch } = useGetOwnCommissionSplitQuery(user.id);
  return (
    <main id="main" className="pp-page">
      <div className="shell-reading">
        <PageHead title="Your Profile" />
        <Card padded={false} label="Your Profile">
          <FormSection title="Details">
            <DescriptionList
              items={[
                { term: 'Name', value: <Who media={<Avatar person={user} />} name={displayName} /> },
                { term: 'Email', value: user.email },
              ]}
            />
          </FormSection>
          <FormSection title="Agency">
            <DescriptionList
              items={[
                {
                  term: 'Organization',
                  value: (
                    <Who
                      media={
                        <VendorLogo
                          vendor={{ name: user.organization.name, logoUrl: user.organization.logoUrl }}
                        />
                      }
                      name={user.organization.name}
                    />
                  ),
                },
                { term: 'Role', value: ROLE_LABELS[user.role] },
              ]}
            />
          </FormSection>
          <FormSection title="Your commission split" hint="Set by an admin of your agency.">
            {error ? (
              <InlineError message={displayMessage(error)} onRetry={() => void refetch()} />
            ) : (
              <DescriptionList
                items={[
                  { term: 'Your share', value: <span className="pp-num">{formatPercent(split)}</span> },
                ]}
              />
            )}
          </FormSection>
        </Card>
      </div>
    </main>
  );
}
