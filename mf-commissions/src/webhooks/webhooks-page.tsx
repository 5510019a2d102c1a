import { displayMessage } from '@paperplane/shared/domain';
import { useAuth, useListAddress, useUnsavedChanges } from '@paperplane/shared/platform';
import { Button, Card, EmptyState, ErrorState, Plus, SkeletonRows } from '@paperplane/shared/ui';
import { useState } from 'react';
import { IntegrationsHead } from '../parts/integrations-head';
import { OnceCard } from '../parts/once-card';
import { AllDeliveries } from './all-deliveries';
import { WEBHOOKS_AT } from './deliveries-query';
import { EndpointDialog } from './endpoint-dialog';
import { EndpointsCard } from './endpoints-card';
import { LatestDeliveries } from './latest-deliveries';
import { isFailing } from './webhook-words';
import './webhooks.css';
import { useGetWebhooksQuery, type Endpoint, type ShownSecret } from './webhooks-api';

/** How often the page asks how deliveries do. */
const POLL_MS = 10_000;

/** /settings/integrations/webhooks: which programs are told what happens, and how it went (docs/product/integrations.md, Webhooks). */
export default function WebhooksPage() {
  const { isOwner } = useAuth();
  const { query, set, to } = useListAddress(WEBHOOKS_AT);
  const webhooks = useGetWebhooksQuery(undefined, { pollingInterval: POLL_MS, skipPollingIfUnfocused: true });
  const [editing, setEditing] = useState<Endpoint | 'new' | null>(null);
  const [secret, setSecret] = useState<ShownSecret | null>(null);
  // A secret that nobody has kept is lost with the page.
  useUnsavedChanges(secret !== null);
  const { data, error } = webhooks;

  return (
    <main id="main" className="pp-page webhooks">
      <IntegrationsHead current="webhooks" failing={data?.endpoints.filter(isFailing).length} />
      {query.all ? (
        <AllDeliveries query={query} set={set} to={to} />
      ) : (
        <section className="pp-section" aria-labelledby="webhooks-title">
          <div className="pp-section-h">
            <div>
              <h2 id="webhooks-title">Webhooks</h2>
              <p className="pp-sm pp-muted">
                Signed after Standard Webhooks, in order per record, retried for three days.
              </p>
            </div>
            {isOwner && data && (
              <Button
                variant={data.endpoints.length === 0 ? 'primary' : 'outline'}
                icon={<Plus className="pp-i" />}
                onClick={() => setEditing('new')}
              >
                Add endpoint
              </Button>
            )}
          </div>
          {secret && (
            <OnceCard what="Secret" of={secret.host} value={secret.secret} onKept={() => setSecret(null)}>
              It is shown once. The program checks with it that what it is told comes from here. Lost means
              rotated.
            </OnceCard>
          )}
          {error && !data ? (
            <Card padded={false} label="Endpoints">
              <ErrorState
                title="The endpoints could not be loaded"
                message={displayMessage(error)}
                retrying={webhooks.isFetching}
                onRetry={() => void webhooks.refetch()}
              />
            </Card>
          ) : !data ? (
            <Card>
              <SkeletonRows rows={4} label="Loading the endpoints" />
            </Card>
          ) : data.endpoints.length === 0 ? (
            <Card>
              <EmptyState title="No program is told yet">
                {isOwner
                  ? 'Add the address of a program, and it is told when a sale, a commission, a payout or a customer changes.'
                  : 'Owners add the address of a program, and it is told when something changes.'}
              </EmptyState>
            </Card>
          ) : (
            <section className="pp-card" aria-label="Endpoints">
              <EndpointsCard endpoints={data.endpoints} onChange={setEditing} onSecret={setSecret} />
              <LatestDeliveries allTo={to({ list: 'deliveries' })} pollMs={POLL_MS} />
            </section>
          )}
        </section>
      )}
      {editing && data && (
        <EndpointDialog
          endpoint={editing === 'new' ? null : editing}
          types={data.types}
          onAdded={setSecret}
          onClose={() => setEditing(null)}
        />
      )}
    </main>
  );
}
