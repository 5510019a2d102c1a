import { Combobox, SelectField, useDebouncedValue } from '@paperplane/shared/ui';
import { useState } from 'react';
import { RECORD_NAMES, RECORD_TYPES, type DocumentRecord, type RecordType } from '../document';
import { useFindRecordsQuery } from '../documents-api';

interface RecordFieldProps {
  record: DocumentRecord | null;
  /** Agents keep documents of customers and sales. */
  isAdmin: boolean;
  error?: string | null;
  onChange: (record: DocumentRecord | null) => void;
}

/** What a document belongs to: a kind of record, then one of them. */
export function RecordField({ record, isAdmin, error, onChange }: RecordFieldProps) {
  const [type, setType] = useState<RecordType | ''>(record?.type ?? '');
  const types = RECORD_TYPES.filter((each) => isAdmin || each === 'customers' || each === 'sales');
  return (
    <>
      <SelectField
        label="Belongs to"
        name="recordType"
        optional={isAdmin}
        placeholder={isAdmin ? 'Nothing in particular' : 'Choose'}
        options={types.map((value) => ({ value, label: `A ${RECORD_NAMES[value].toLowerCase()}` }))}
        value={type}
        error={type ? null : error}
        onChange={(event) => {
          setType(event.target.value as RecordType | '');
          onChange(null);
        }}
      />
      {type && <RecordPicker key={type} type={type} record={record} error={error} onChange={onChange} />}
    </>
  );
}

function RecordPicker({
  type,
  record,
  error,
  onChange,
}: Omit<RecordFieldProps, 'isAdmin'> & { type: RecordType }) {
  const [search, setSearch] = useState('');
  const term = useDebouncedValue(search.trim());
  const { data = [], isFetching } = useFindRecordsQuery({ type, search: term });
  return (
    <Combobox<DocumentRecord>
      label={RECORD_NAMES[type]}
      name="recordId"
      placeholder={`Search ${RECORD_NAMES[type].toLowerCase()}s`}
      error={error}
      items={data}
      itemKey={({ id }) => id}
      itemText={({ label }) => label}
      selected={record}
      onSelect={onChange}
      onSearch={setSearch}
      loading={isFetching || term !== search.trim()}
      emptyText={term ? `Nothing matches “${term}”.` : 'There is nothing to choose.'}
    />
  );
}
