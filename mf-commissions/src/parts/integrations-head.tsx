import { Link, paths, useCurrentUser } from '@paperplane/shared/platform';
import { PageHead } from '@paperplane/shared/ui';
import type { ComponentProps, ReactNode } from 'react';
import { IntegrationsTabs } from './integrations-tabs';

interface IntegrationsHeadProps {
  current: ComponentProps<typeof IntegrationsTabs>['current'];
  actions?: ReactNode;
}

/** Head of every page of Integrations: its title, what the page offers, and the rooms. */
export function IntegrationsHead({ current, actions }: IntegrationsHeadProps) {
  const { organization } = useCurrentUser();
  return (
    <>
      <PageHead
        title="Integrations"
        back={{ to: paths.profile.href({ tab: 'organization' }), label: 'Agency settings' }}
        link={Link}
        subtitle={`${organization.name} and its other programs`}
        actions={actions}
      />
      <IntegrationsTabs current={current} />
    </>
  );
}
