import { moneyInput, moneyText, optionalDate } from '@paperplane/shared/domain';
import { useCurrentUser } from '@paperplane/shared/platform';
import { useDialogForm } from '@paperplane/shared/records';
import { DateField, FormDialog, MoneyField } from '@paperplane/shared/ui';
import { useState } from 'react';
import * as v from 'valibot';
import { bonusTitle, reachedText } from './bonus-texts';
import { useExpectVolumeBonusMutation, type BonusTerms } from './terms-api';

interface ExpectDialogProps {
  vendorId: string;
  terms: BonusTerms;
  onSaved: () => void;
  onClose: () => void;
}
interface Texts {
  amount: string;
  dueOn: string;
}
interface Checked {
  amount: number | null;
  dueOn: string | null;
}

/** Makes a bonus a commission that is expected: the amount starts with what the steps say, and a person confirms it. */
export function ExpectDialog({ vendorId, terms, onSaved, onClose }: ExpectDialogProps) {
  const [expect] = useExpectVolumeBonusMutation();
  const { organization } = useCurrentUser();
  const [schema] = useState(() =>
    v.object({ amount: moneyText(organization, 'Enter the amount.'), dueOn: optionalDate() }),
  );
  const [blank] = useState<Texts>({ amount: moneyInput(terms.bonus), dueOn: '' });
  const { field, dialog } = useDialogForm<Texts, Checked>({
    schema,
    blank,
    fields: ['amount', 'dueOn'],
    save: async ({ amount, dueOn }, send) => {
      const { periodStart, periodEnd } = terms;
      await send((requestKey) =>
        expect({
          vendorId,
          periodStart,
          periodEnd,
          amount: amount ?? 0,
          ...(dueOn ? { dueOn } : {}),
          requestKey,
        }).unwrap(),
      );
      onSaved();
    },
  });
  return (
    <FormDialog
      title="Expect the bonus"
      subtitle={`${bonusTitle(terms)}. ${reachedText(terms, organization.currency)}`}
      submitLabel="Expect the bonus"
      failedTitle="The bonus is not expected yet"
      {...dialog}
      onClose={onClose}
    >
      <MoneyField label="Amount" money={organization} {...field('amount')} />
      <DateField label="Due on" optional order={organization.dateOrder} {...field('dueOn')} />
    </FormDialog>
  );
}
