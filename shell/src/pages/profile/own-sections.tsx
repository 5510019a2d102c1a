import { useState } from 'react';
import { displayMessage, formatPercent, ROLE_LABELS } from '@paperplane/shared/domain';
import { Link, paths, useAuth, useCurrentUser } from '@paperplane/shared/platform';
import {
  Card,
  DescriptionList,
  FormSection,
  InlineError,
  VendorLogo,
  MediaObject,
} from '@paperplane/shared/ui';
import { AddressField } from './address/address-field';
import { AppearanceSection } from './appearance-section';
import { DetailsForm } from './details-form';
import { OwnChoicesSections } from './own-choices';
import { PasswordForm } from './password-form';
import { PhotoSection } from './photo-section';
import { useGetOwnCommissionSplitQuery } from './profile-api';

function AgencySection() {
  const { id, organization, role } = useCurrentUser();
  const { data: split, error, refetch } = useGetOwnCommissionSplitQuery(id);
  return (
    <FormSection title="Agency" hint="Your commission split is set by an admin.">
      <div>
        <DescriptionList
          items={[
            {
              term: 'Organization',
              value: <MediaObject media={<VendorLogo vendor={organization} />} name={organization.name} />,
            },
            { term: 'Role', value: ROLE_LABELS[role] },
            {
              term: 'Your commission split',
              value: error ? (
                <InlineError message={displayMessage(error)} onRetry={() => void refetch()} />
              ) : (
                <>
                  <span className="pp-num">{formatPercent(split)}</span>{' '}
                  <Link className="pp-link pp-sm" to={paths.memberTerms.href(id)}>
                    Terms
                  </Link>
                </>
              ),
            },
          ]}
        />
      </div>
    </FormSection>
  );
}

/** What a person sees and changes about themselves. */
export function OwnSections() {
  // A changed password leaves an empty form.
  const { isAdmin } = useAuth();
  const [changes, setChanges] = useState(0);
  return (
    <Card padded={false} label="Your Profile">
      <PhotoSection />
      <FormSection title="Details">
        <DetailsForm />
      </FormSection>
      {/* Beside that form, not in it: what is submitted in its dialog would submit the name, too. */}
      <FormSection title="Email address">
        <div>
          <AddressField />
        </div>
      </FormSection>
      <AgencySection />
      <FormSection title="Password" hint="Other devices are signed out when you change it.">
        <PasswordForm key={changes} onChanged={() => setChanges(changes + 1)} />
      </FormSection>
      {isAdmin && <OwnChoicesSections />}
      <AppearanceSection />
    </Card>
  );
}
