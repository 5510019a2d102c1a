import { formatDateRange } from '@paperplane/shared/domain';
import { Controller } from '@paperplane/shared/forms';
import { Link, paths } from '@paperplane/shared/platform';
import { Combobox, useDebouncedValue } from '@paperplane/shared/ui';
import { useEffect, useRef, useState } from 'react';
import { useListSaleGroupsQuery } from '../groups/groups-api';
import type { GroupOption } from '../sale';
import type { SaleEditor } from './use-sale-editor';

interface GroupFieldProps {
  editor: SaleEditor;
  locked: boolean;
  /** Somebody has just asked for the field. */
  takesFocus: boolean;
}

/** Finds the group by its name, reference or vendor; the choice brings vendor, dates and rate along. */
export default function GroupField({ editor, locked, takesFocus }: GroupFieldProps) {
  const { form, picked, chooseGroup } = editor;
  const [search, setSearch] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const term = useDebouncedValue(search.trim());
  const { data, isFetching } = useListSaleGroupsQuery({
    search: term,
    state: 'active',
    page: 1,
    pageSize: 20,
  });
  useEffect(() => {
    if (takesFocus) input.current?.focus();
  }, [takesFocus]);
  // With a vendor that stays, a group of another one is no choice.
  const groups: readonly GroupOption[] = (data?.rows ?? []).filter(
    ({ vendor }) => !locked || vendor.id === picked.vendor?.id,
  );

  return (
    <Controller
      control={form.control}
      name="groupId"
      render={({ field, fieldState }) => (
        <Combobox<GroupOption>
          ref={input}
          name={field.name}
          label="Group"
          optional
          labelAction={
            <Link className="pp-link" to={paths.saleGroups.href()}>
              All groups
            </Link>
          }
          placeholder="Search by name, reference or vendor"
          hint={
            picked.group
              ? `Trip ${formatDateRange(picked.group.travelDate, picked.group.returnDate)}.`
              : undefined
          }
          error={fieldState.error?.message}
          items={groups}
          itemKey={(group) => group.id}
          itemText={(group) => group.name}
          renderItem={(group) => (
            <>
              <span className="pp-grow">{group.name}</span>
              <span className="pp-muted pp-sm">{group.vendor.name}</span>
            </>
          )}
          selected={picked.group}
          onSelect={(group) => chooseGroup(group, locked)}
          onSearch={setSearch}
          loading={isFetching || term !== search.trim()}
          emptyText={term ? `No group matches “${term}”.` : 'No groups yet. All groups is where you add one.'}
          onBlur={field.onBlur}
        />
      )}
    />
  );
}
