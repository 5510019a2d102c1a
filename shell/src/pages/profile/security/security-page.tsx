import { displayMessage } from '@paperplane/shared/domain';
import { Link, paths, useAuth } from '@paperplane/shared/platform';
import { buttonClass, Card, FormSection, InlineError, PageHead, useTabTitle } from '@paperplane/shared/ui';
import { ProfileTabs } from '../profile-tabs';
import { DevicesCard } from '../devices/devices-card';
import '../profile.css';
import { AskedAgain } from './asked-again';
import { FactorSection } from './factor-section';
import { PeopleSections } from './people-sections';
import { PolicySection } from './policy-section';
import { RecoverySection } from './recovery-section';
import { useGetSecondFactorQuery, useListSecondFactorsQuery } from './security-api';
import './security.css';

/** How one signs in, and what the agency asks of its people (docs/product/tenancy.md, Second factor). */
export default function SecurityPage() {
  const { isAdmin, organizationName } = useAuth();
  useTabTitle('Security');
  return (
    <main id="main" className="pp-page">
      <div className="shell-reading">
        <PageHead title="Security" />
        <ProfileTabs current="security" />
        <div className="pp-stack pp-stack-lg">
          <Own />
          <DevicesCard />
          {isAdmin && <Agency name={organizationName} />}
        </div>
      </div>
    </main>
  );
}

function Own() {
  const { isOwner } = useAuth();
  const { data, error, refetch } = useGetSecondFactorQuery();
  return (
    <Card padded={false} label="Sign-in">
      {error ? (
        <div className="pp-card-b">
          <InlineError message={displayMessage(error)} onRetry={() => void refetch()} />
        </div>
      ) : (
        <FactorSection own={data} />
      )}
      {isOwner && data?.hasFactor && <RecoverySection recovery={data.recovery} />}
      <FormSection title="Password" hint="Other devices are signed out when you change it.">
        <div className="security-two">
          <span className="pp-muted">Asked first, at every sign-in.</span>
          <Link className={buttonClass('outline')} to={`${paths.profile.href()}#field-currentPassword`}>
            <span>Change password</span>
          </Link>
        </div>
      </FormSection>
    </Card>
  );
}

function Agency({ name }: { name: string }) {
  const { data, error, refetch } = useListSecondFactorsQuery();
  return (
    <Card padded={false} label="Agency">
      {error && (
        <div className="pp-card-b">
          <InlineError message={displayMessage(error)} onRetry={() => void refetch()} />
        </div>
      )}
      {data && <PolicySection factors={data} agency={name} />}
      <AskedAgain />
      {data && <PeopleSections factors={data} />}
    </Card>
  );
}
