import { displayMessage, formatMoneyExact } from '@paperplane/shared/domain';
import { useCurrentUser, useToast } from '@paperplane/shared/platform';
import { Combobox, FormDialog, useDebouncedValue } from '@paperplane/shared/ui';
import { useState } from 'react';
import { useFindOpenCommissionsQuery } from '../../bank-api';
import type { BankCommission, ComparedLine, VendorStatement } from '../../bank-types';
import { useSetStatementLineMutation } from '../statements-api';

interface FindBookingDialogProps {
  statement: VendorStatement;
  /** One that names no booking here. */
  line: ComparedLine;
  onClose: () => void;
}

/** Says which booking a line of a statement means, where its reference does not. */
export function FindBookingDialog({ statement, line, onClose }: FindBookingDialogProps) {
  const { currency } = useCurrentUser().organization;
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<BankCommission | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [refused, setRefused] = useState(false);
  const [save, { isLoading }] = useSetStatementLineMutation();
  const toast = useToast();
  const search = useDebouncedValue(typed.trim(), 250);
  const found = useFindOpenCommissionsQuery({ search, page: 1, takenBack: false });
  const submit = async () => {
    setRefused(chosen === null);
    setFailure(null);
    if (!chosen) return;
    try {
      await save({
        statementId: statement.id,
        expectedVersion: statement.version,
        line: line.line ?? 0,
        commissionId: chosen.commissionId,
      }).unwrap();
      toast.success(`It means ${chosen.bookingReference}`);
      onClose();
    } catch (error) {
      setFailure(displayMessage(error));
    }
  };
  return (
    <FormDialog
      title="Which booking is it?"
      subtitle={[line.reference, line.name, formatMoneyExact(line.amount ?? 0, currency)]
        .filter(Boolean)
        .join(' · ')}
      submitLabel="Save booking"
      failedTitle="Not saved"
      busy={isLoading}
      failure={failure}
      dirty={chosen !== null}
      onSubmit={() => void submit()}
      onClose={onClose}
      stacked
    >
      <Combobox<BankCommission>
        label="Booking"
        name="commissionId"
        hint="By reference, customer or open amount"
        items={found.currentData?.rows ?? []}
        itemKey={({ commissionId }) => commissionId}
        itemText={({ bookingReference, customer }) => `${bookingReference} ${customer}`}
        renderItem={({ bookingReference, customer, expected }) => (
          <>
            <span className="pp-grow pp-trunc">
              <b className="pp-strong">{bookingReference}</b> {customer}
            </span>
            <span className="pp-num">{formatMoneyExact(expected, currency)}</span>
          </>
        )}
        selected={chosen}
        onSelect={setChosen}
        onSearch={setTyped}
        loading={found.isFetching}
        emptyText="No open commission found"
        error={
          found.error ? displayMessage(found.error) : refused && !chosen ? 'Choose the booking.' : undefined
        }
      />
    </FormDialog>
  );
}
