import { displayMessage, displayName } from '@paperplane/shared/domain';
import { Link, paths, useToast } from '@paperplane/shared/platform';
import {
  Avatar,
  Button,
  Card,
  Ellipsis,
  Menu,
  Pencil,
  Plus,
  Trash2,
  MediaObject,
} from '@paperplane/shared/ui';
import { useState } from 'react';
import { LazyConfirmDialog } from '../../parts/lazy-confirm-dialog';
import { useLazyDialog } from '../../parts/use-lazy-dialog';
import { useRemoveCompanionMutation } from '../customer-actions-api';
import type { Customer } from '../customer';
import type { Companion } from '../profile';

interface CompanionsCardProps {
  customer: Customer;
  companions: readonly Companion[];
  canEdit: boolean;
}

const loadDialog = () =>
  import(/* webpackChunkName: "lazy-companion" */ './companion-dialog').then(
    (module) => module.CompanionDialog,
  );

/** Whom they travel with; both customers show the other one. */
export function CompanionsCard({ customer, companions, canEdit }: CompanionsCardProps) {
  const [CompanionDialog, fetchDialog] = useLazyDialog(loadDialog);
  const [editing, setEditing] = useState<{ companion: Companion | null } | null>(null);
  const [removing, setRemoving] = useState<Companion | null>(null);
  const [remove, { isLoading, error }] = useRemoveCompanionMutation();
  const toast = useToast();
  const open = (companion: Companion | null) =>
    void fetchDialog().then((isThere) => isThere && setEditing({ companion }));

  async function confirmRemoval(companion: Companion) {
    const result = await remove(companion.id);
    if ('error' in result) return;
    toast.success(`${displayName(companion)} is no companion any more`);
    setRemoving(null);
  }

  return (
    <Card
      title="Companions"
      action={
        canEdit && (
          <Button
            variant="ghost"
            size="sm"
            icon={<Plus className="pp-i pp-i-14" />}
            onClick={() => open(null)}
          >
            Add<span className="pp-sr"> companion</span>
          </Button>
        )
      }
    >
      {companions.length === 0 ? (
        <p className="pp-muted">Nobody yet. Link whom they travel with.</p>
      ) : (
        <ul className="customer-companions">
          {companions.map((companion) => (
            <li key={companion.id}>
              <MediaObject
                media={<Avatar person={companion} size="sm" />}
                name={
                  <Link className="pp-tlink" to={paths.customer.href(companion.customerId)}>
                    {displayName(companion)}
                  </Link>
                }
                meta={companion.relation}
              />
              {canEdit && (
                <Menu
                  label={`Actions for ${displayName(companion)}`}
                  button={<Ellipsis className="pp-i" />}
                  buttonClassName="pp-iconbtn pp-iconbtn-sm"
                  items={[
                    {
                      key: 'edit',
                      label: 'Change relation',
                      icon: <Pencil className="pp-i" />,
                      onSelect: () => open(companion),
                    },
                    {
                      key: 'remove',
                      label: 'Remove companion',
                      icon: <Trash2 className="pp-i" />,
                      danger: true,
                      onSelect: () => setRemoving(companion),
                    },
                  ]}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {editing && CompanionDialog && (
        <CompanionDialog
          customer={customer}
          companion={editing.companion}
          taken={companions.map(({ customerId }) => customerId)}
          onClose={() => setEditing(null)}
        />
      )}
      {removing && (
        <LazyConfirmDialog
          title={`Remove ${displayName(removing)} as a companion?`}
          confirmLabel="Remove companion"
          cancelLabel="Keep companion"
          busy={isLoading}
          error={error ? displayMessage(error) : null}
          onConfirm={() => void confirmRemoval(removing)}
          onCancel={() => setRemoving(null)}
        >
          Both stay customers; only the link between them goes.
        </LazyConfirmDialog>
      )}
    </Card>
  );
}
