import { Controller } from '@paperplane/shared/forms';
import { useCurrentUser, useToast } from '@paperplane/shared/platform';
import { ToldFailure, useDialogForm } from '@paperplane/shared/records';
import {
  Combobox,
  DateField,
  FormDialog,
  PercentField,
  TextArea,
  TextField,
  useDebouncedValue,
} from '@paperplane/shared/ui';
import { useState } from 'react';
import type { SaleGroupDetail, VendorOption } from '../sale';
import { useSearchVendorsQuery } from '../sale-form-api';
import { groupInput, groupSchema, groupTexts, type CheckedGroup, type GroupTexts } from './group-schema';
import { useSaveSaleGroupMutation } from './groups-api';

interface GroupDialogProps {
  /** The group that is changed; `null` for a new one. */
  group: SaleGroupDetail | null;
  onSaved: (id: string) => void;
  onClose: () => void;
}

const FIELDS = [
  'name',
  'vendor',
  'bookingReference',
  'travelDate',
  'returnDate',
  'defaultCommissionRate',
  'notes',
] as const;

/** Adds or changes a group. Its sales keep their dates until somebody applies them on its page. */
export function GroupDialog({ group, onSaved, onClose }: GroupDialogProps) {
  const [saveGroup] = useSaveSaleGroupMutation();
  const toast = useToast();
  const { dateOrder } = useCurrentUser().organization;
  const [search, setSearch] = useState('');
  const term = useDebouncedValue(search.trim());
  const vendors = useSearchVendorsQuery(term);
  const [blank] = useState(() => groupTexts(group));
  // The version the form was opened with: what came since is a conflict.
  const [opened] = useState(group);
  const { form, field, dialog } = useDialogForm<GroupTexts, CheckedGroup>({
    schema: groupSchema,
    blank,
    fields: FIELDS,
    save: async (input, send) => {
      const saleGroup = groupInput(input);
      const answer = opened
        ? await saveGroup({ saleGroup, groupId: opened.id, expectedVersion: opened.version }).unwrap()
        : await send((requestKey) => saveGroup({ saleGroup, requestKey }).unwrap());
      if (answer.outcome === 'conflict') {
        form.setError('root.server', {
          message:
            'Somebody else changed this group meanwhile. Close and look at it; what you typed stays here until then.',
        });
        throw new ToldFailure();
      }
      toast.success(`${input.name} saved`);
      onSaved(answer.id);
    },
  });

  return (
    <FormDialog
      title={group ? 'Edit group' : 'New group'}
      subtitle="Sales of one vendor on one trip."
      submitLabel={group ? 'Save changes' : 'Add group'}
      failedTitle="The group was not saved"
      {...dialog}
      onClose={onClose}
    >
      <div className="full">
        <TextField label="Name" autoComplete="off" {...field('name')} />
      </div>
      <Controller
        control={form.control}
        name="vendor"
        render={({ field: { ref, name, value, onChange, onBlur }, fieldState }) => (
          <Combobox<VendorOption>
            ref={ref}
            name={name}
            label="Vendor"
            placeholder="Search by vendor name"
            error={fieldState.error?.message}
            readOnly={group !== null && group.figures.sales + group.figures.cancelled > 0}
            items={vendors.data ?? []}
            itemKey={(vendor) => vendor.id}
            itemText={(vendor) => vendor.name}
            selected={value}
            onSelect={onChange}
            onSearch={setSearch}
            loading={vendors.isFetching || term !== search.trim()}
            onBlur={onBlur}
          />
        )}
      />
      <TextField
        label="Group reference"
        optional
        hint="As the vendor’s statement names it."
        autoComplete="off"
        {...field('bookingReference')}
      />
      <DateField label="Travel date" order={dateOrder} optional {...field('travelDate')} />
      <DateField label="Return date" order={dateOrder} optional {...field('returnDate')} />
      <PercentField
        label="Commission rate"
        optional
        hint="New sales of the group start with it; without one, with the vendor’s."
        {...field('defaultCommissionRate')}
      />
      <div className="full">
        <TextArea label="Notes" optional rows={3} {...field('notes')} />
      </div>
    </FormDialog>
  );
}
