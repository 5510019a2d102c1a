import { formatMoneyExact } from '@paperplane/shared/domain';
import { useAuth, useCurrentUser, useToast } from '@paperplane/shared/platform';
import { useLazyDialog } from '@paperplane/shared/records';
import { Button, Card } from '@paperplane/shared/ui';
import { useState } from 'react';
import { useSetTaxThresholdMutation } from '../tax-api';
import type { TaxYear } from '../tax-types';

const loadForm = () =>
  import(/* webpackChunkName: "lazy-tax-threshold" */ '../parts/threshold-dialog').then(
    (code) => code.ThresholdDialog,
  );

/** From which sum on there is a form, and who says so. */
export function ThresholdCard({ year }: { year: TaxYear }) {
  const { isOwner } = useAuth();
  const { currency } = useCurrentUser().organization;
  const toast = useToast();
  const [Form, fetchForm] = useLazyDialog(loadForm);
  const [open, setOpen] = useState(false);
  const [set, setting] = useSetTaxThresholdMutation();
  const { amount, source, isUsual, usualAmount } = year.threshold;

  async function usual() {
    const answer = await set({ year: year.year });
    if (answer.error) toast.error('Not saved', answer.error);
  }

  return (
    <Card
      title={`Threshold of ${year.year}`}
      action={
        isOwner && (
          <Button
            variant="link"
            size="sm"
            aria-label="Change threshold"
            onClick={() => void fetchForm().then((isThere) => setOpen(isThere))}
          >
            Change
          </Button>
        )
      }
      footer={
        isOwner &&
        !isUsual && (
          <Button variant="link" size="sm" loading={setting.isLoading} onClick={() => void usual()}>
            Back to {formatMoneyExact(usualAmount, currency)}
          </Button>
        )
      }
    >
      <p className="tax-number">{formatMoneyExact(amount, currency)}</p>
      <p className="pp-muted pp-sm">{source}</p>
      {open && Form && <Form year={year} onClose={() => setOpen(false)} />}
    </Card>
  );
}
