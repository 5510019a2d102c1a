import { addDays, formatDate, today as todayIn } from '@paperplane/shared/domain';
import { useWatch } from '@paperplane/shared/forms';
import { useCurrentUser, useLeaveGuard } from '@paperplane/shared/platform';
import { useDialogForm } from '@paperplane/shared/records';
import { DateField, FormDialog, SelectField, TextField } from '@paperplane/shared/ui';
import { useState } from 'react';
import { useCreateApiKeyMutation, type NewKey } from './integrations-api';
import { BLANK_KEY, LIVES, NEW_KEY_FIELDS, newKeySchema, type NewKeyForm } from './new-key-schema';
import { ScopesField } from './scopes-field';

interface NewKeyDialogProps {
  /** It was made: what is shown this once, or null where its answer was lost. */
  onMade: (made: { name: string; key: string | null }) => void;
  onClose: () => void;
}

/** Names a program and says what it may do, and until when. */
export function NewKeyDialog({ onMade, onClose }: NewKeyDialogProps) {
  const { timeZone, dateOrder } = useCurrentUser().organization;
  const [create] = useCreateApiKeyMutation();
  // Once: midnight must not change a form that is being filled in.
  const [{ today, schema }] = useState(() => {
    const day = todayIn(timeZone);
    return { today: day, schema: newKeySchema(day) };
  });
  const { form, field, dialog } = useDialogForm<NewKeyForm, NewKey>({
    schema,
    blank: BLANK_KEY,
    fields: NEW_KEY_FIELDS,
    save: async (wanted, send) => {
      const { key } = await send((requestKey) => create({ ...wanted, requestKey }).unwrap());
      onMade({ name: wanted.name, key });
      onClose();
    },
  });
  const { asking } = useLeaveGuard(dialog.dirty);
  const [scopes, life] = useWatch({ control: form.control, name: ['scopes', 'life'] });
  const expiry = form.getFieldState('expiresOn', form.formState).error?.message;

  return (
    <FormDialog
      title="New key"
      subtitle="For one program, so that it can be revoked alone"
      submitLabel="Make key"
      failedTitle="The key was not made"
      {...dialog}
      leaving={asking}
      onClose={onClose}
      stacked
    >
      <TextField
        label="Name"
        autoComplete="off"
        hint="Histories and the audit log say it."
        {...field('name')}
      />
      <ScopesField
        scopes={scopes}
        error={form.getFieldState('scopes', form.formState).error?.message}
        onChange={(next) =>
          form.setValue('scopes', next, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
        }
      />
      <div className="pp-formgrid">
        <SelectField
          label="It works for"
          options={LIVES.map(([value, label]) => ({ value, label }))}
          hint={life === 'day' ? undefined : `Until ${formatDate(addDays(today, Number(life)))}`}
          {...field('life')}
          error={life === 'day' ? undefined : expiry}
        />
        {life === 'day' && (
          <DateField
            label="Last day"
            order={dateOrder}
            hint="At most two years from now."
            {...field('expiresOn')}
          />
        )}
      </div>
    </FormDialog>
  );
}
