import { displayMessage, displayName } from '@paperplane/shared/domain';
import { paths, useCurrentUser, useNavigate, useToast } from '@paperplane/shared/platform';
import {
  Avatar,
  Button,
  cx,
  Dialog,
  InlineBanner,
  InlineError,
  Notice,
  Skeleton,
  MediaObject,
} from '@paperplane/shared/ui';
import { useState } from 'react';
import { useGetCustomerProfileQuery } from '../customers-api';
import { useMergeCustomersMutation } from '../customer-actions-api';
import type { CustomerListItem } from '../customer';
import { CustomerPicker } from '../customer-picker';
import type { CustomerProfile } from '../profile';
import { isRicher, mergeName, mergePreview, recordLine } from './merge-preview';

interface MergeDialogProps {
  profile: CustomerProfile;
  onClose: () => void;
}

/** Makes two records of one person one: who, which of them stays, and what that does. Undone within 30 days. */
export function MergeDialog({ profile, onClose }: MergeDialogProps) {
  const { currency, timeZone } = useCurrentUser().organization;
  const [other, setOther] = useState<CustomerListItem | null>(null);
  /** Which record stays, by word; the richer one until somebody says so. */
  const [chosen, setChosen] = useState<'this' | 'other' | null>(null);
  const [missing, setMissing] = useState(false);
  const query = useGetCustomerProfileQuery(other?.id ?? '', { skip: !other });
  const [merge, { isLoading, error }] = useMergeCustomersMutation();
  const toast = useToast();
  const navigate = useNavigate();
  const found = other && query.currentData;
  const keepsThis = chosen ? chosen === 'this' : !found || isRicher(profile, found);
  const [kept, gone] = keepsThis ? [profile, found] : [found, profile];

  async function confirm() {
    if (!kept || !gone) return setMissing(true);
    const result = await merge({ keptId: kept.customer.id, mergedId: gone.customer.id });
    if ('error' in result) return;
    toast.done(
      `${displayName(gone.customer)} was merged into ${displayName(kept.customer)}`,
      'For 30 days it is undone under Merged customers on the profile.',
      { to: paths.customer.href(kept.customer.id), label: `Open ${displayName(kept.customer)}` },
    );
    onClose();
    if (!keepsThis) void navigate(paths.customer.href(kept.customer.id), { replace: true });
  }

  return (
    <Dialog
      title={`Merge ${displayName(profile.customer)} with another customer`}
      subtitle="For two records of one person."
      onCloseRequest={() => {
        if (!isLoading) onClose();
      }}
      footer={
        <>
          <Button variant="outline" onClick={onClose} disabled={isLoading}>
            Cancel
          </Button>
          <Button
            loading={isLoading}
            aria-label={kept && gone ? mergeName(kept, gone, currency) : undefined}
            onClick={() => void confirm()}
          >
            Merge customers
          </Button>
        </>
      }
    >
      <div className="pp-stack customer-merge">
        {error && (
          <InlineBanner tone="danger" title="The customers were not merged">
            {displayMessage(error)}
          </InlineBanner>
        )}
        <CustomerPicker
          label="The other record"
          name="otherCustomerId"
          selected={other}
          onSelect={(next) => {
            setOther(next);
            setChosen(null);
            setMissing(false);
          }}
          except={[profile.customer.id]}
          error={missing && !other ? 'Choose the other customer.' : undefined}
        />
        {other && (
          <fieldset className="pp-field">
            <legend className="pp-label">Who stays</legend>
            <div className="customer-merge-choice">
              {[true, false].map((isThis) => {
                const person = isThis ? profile.customer : other;
                const record = isThis ? profile : found;
                return (
                  <label key={String(isThis)} className={cx('pp-choice', keepsThis === isThis && 'is-on')}>
                    <input
                      type="radio"
                      name="kept"
                      checked={keepsThis === isThis}
                      onChange={() => setChosen(isThis ? 'this' : 'other')}
                    />
                    <MediaObject
                      media={<Avatar person={person} size="sm" />}
                      name={displayName(person)}
                      meta={`${isThis ? 'This record' : 'The other record'}${record ? ` · ${recordLine(record, currency, timeZone)}` : ''}`}
                    />
                  </label>
                );
              })}
            </div>
          </fieldset>
        )}
        {other && query.error && !found && (
          <InlineError message={displayMessage(query.error)} onRetry={() => void query.refetch()} />
        )}
        {other && !found && !query.error && <Skeleton width={220} />}
        {kept && gone && (
          <ul className="customer-consequences" aria-label="What happens">
            {mergePreview(kept, gone, currency, timeZone).map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        )}
        {other && <Notice kind="info">You can undo a merge for 30 days. Histories keep their names.</Notice>}
      </div>
    </Dialog>
  );
}
