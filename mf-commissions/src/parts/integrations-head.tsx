import { Link, paths, useCurrentUser } from '@paperplane/shared/platform';
import { PageHead } from '@paperplane/shared/ui';
import type { ComponentProps, ReactNode } from 'react';
import { useCountFailingWebhooksQuery } from './integrations-head-api';
import { IntegrationsTabs } from './integrations-tabs';

interface IntegrationsHeadProps {
  current: ComponentProps<typeof IntegrationsTabs>['current'];
  actions?: ReactNode;
  /** How many endpoints fail, where the page itself knows of them; the others ask. */
  failing?: number | undefined;
}

/** Head of every page of Integrations: its title, what the page offers, and the rooms. */
export function IntegrationsHead({ current, actions, failing }: IntegrationsHeadProps) {
  const { organization } = useCurrentUser();
  const counted = useCountFailingWebhooksQuery(undefined, { skip: current === 'webhooks' });
  return (
    <>
      <PageHead
        title="Integrations"
        back={{ to: paths.profile.href({ tab: 'organization' }), label: 'Agency settings' }}
        link={Link}
        subtitle={`${organization.name} and its other programs`}
        actions={actions}
      />
      <IntegrationsTabs current={current} failing={current === 'webhooks' ? failing : counted.data} />
    </>
  );
}
