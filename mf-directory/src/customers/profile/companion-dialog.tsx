import { displayName, isAppError, LIMITS, processError, tooLong } from '@paperplane/shared/domain';
import { useToast } from '@paperplane/shared/platform';
import { FormDialog, TextField } from '@paperplane/shared/ui';
import { useState } from 'react';
import { useAddCompanionMutation, useChangeCompanionMutation } from '../customer-actions-api';
import type { Customer, CustomerListItem } from '../customer';
import { CustomerPicker } from '../customer-picker';
import type { Companion } from '../profile';

interface CompanionDialogProps {
  customer: Customer;
  /** Whose relation is changed; `null` adds somebody. */
  companion: Companion | null;
  /** Customers who are companions already. */
  taken: readonly string[];
  onClose: () => void;
}

/** Links two customers who travel together. */
export function CompanionDialog({ customer, companion, taken, onClose }: CompanionDialogProps) {
  const [add, adding] = useAddCompanionMutation();
  const [change, changing] = useChangeCompanionMutation();
  const toast = useToast();
  const [chosen, setChosen] = useState<CustomerListItem | null>(null);
  const [relation, setRelation] = useState(companion?.relation ?? '');
  const [problem, setProblem] = useState<{ companionId?: string; relation?: string; server?: string }>({});

  async function save() {
    const kept = relation.trim() || null;
    if ((kept?.length ?? 0) > LIMITS.relation) return setProblem({ relation: tooLong(LIMITS.relation) });
    if (!companion && !chosen) return setProblem({ companionId: 'Choose a customer.' });
    try {
      if (companion) await change({ id: companion.id, relation: kept }).unwrap();
      else if (chosen) {
        await add({ customerId: customer.id, companionId: chosen.id, relation: kept }).unwrap();
      }
      toast.success(companion ? 'Relation saved' : `${displayName(chosen)} is now a companion`);
      onClose();
    } catch (error) {
      const known = isAppError(error) ? error : processError(error, 'Companion');
      setProblem(
        known.field === 'companionId' ? { companionId: known.userMessage } : { server: known.userMessage },
      );
    }
  }

  return (
    <FormDialog
      title={companion ? `Relation of ${displayName(companion)}` : 'Add companion'}
      subtitle={
        companion
          ? `How they are related to ${displayName(customer)}.`
          : `Somebody who travels with ${displayName(customer)}. Each shows on the other’s profile.`
      }
      submitLabel={companion ? 'Save relation' : 'Add companion'}
      failure={problem.server}
      failedTitle="Companion not saved"
      dirty={chosen !== null || relation !== (companion?.relation ?? '')}
      busy={adding.isLoading || changing.isLoading}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      {!companion && (
        <CustomerPicker
          label="Customer"
          name="companionId"
          selected={chosen}
          onSelect={(next) => {
            setChosen(next);
            setProblem({});
          }}
          except={[customer.id, ...taken]}
          error={problem.companionId}
        />
      )}
      <TextField
        label="Relation"
        name="relation"
        optional
        autoComplete="off"
        placeholder="Husband, sister, colleague"
        value={relation}
        error={problem.relation}
        onChange={(event) => {
          setRelation(event.target.value);
          setProblem({});
        }}
      />
    </FormDialog>
  );
}
