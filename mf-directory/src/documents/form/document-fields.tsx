import {
  displayName,
  DOCUMENT_CATEGORIES,
  DOCUMENT_CATEGORY_LABELS,
  type DocumentCategory,
} from '@paperplane/shared/domain';
import { useAuth, useCurrentUser } from '@paperplane/shared/platform';
import { Checkbox, DateField, SelectField, TextField } from '@paperplane/shared/ui';
import { useGetActiveMembersQuery } from '../../team';
import { type DocumentInput, type Visibility } from '../document';
import { RecordField } from './record-field';

interface DocumentFieldsProps {
  input: DocumentInput;
  /** What is wrong, by field. */
  errors: Readonly<Partial<Record<string, string>>>;
  /** The record is given by the page, and does not change. */
  isFixed?: boolean;
  onChange: (changes: Partial<DocumentInput>) => void;
}

const AGENT_CATEGORIES: readonly DocumentCategory[] = ['customer_document', 'sale_document', 'other'];

/** All that is said about a document. */
export function DocumentFields({ input, errors, isFixed, onChange }: DocumentFieldsProps) {
  const { isAdmin } = useAuth();
  const { dateOrder } = useCurrentUser().organization;
  const categories = isAdmin ? DOCUMENT_CATEGORIES : AGENT_CATEGORIES;
  return (
    <>
      <TextField
        label="Title"
        name="title"
        value={input.title}
        error={errors['title']}
        onChange={(event) => onChange({ title: event.target.value })}
      />
      <SelectField
        label="Category"
        name="category"
        options={categories.map((value) => ({ value, label: DOCUMENT_CATEGORY_LABELS[value] }))}
        value={input.category}
        error={errors['category']}
        onChange={(event) => onChange({ category: event.target.value as DocumentCategory })}
      />
      {!isFixed && (
        <RecordField
          record={input.record}
          isAdmin={isAdmin}
          error={errors['recordId']}
          onChange={(record) => onChange({ record })}
        />
      )}
      {isAdmin && <VisibilityFields {...{ input, errors, onChange }} />}
      <DateField
        label="Expires"
        name="expiresOn"
        order={dateOrder}
        optional
        hint="Announced 60 and 14 days ahead."
        value={input.expiresOn ?? ''}
        error={errors['expiresOn']}
        onChange={(event) => onChange({ expiresOn: event.target.value || null })}
      />
      {isAdmin && input.visibility !== 'record' && (
        <Checkbox
          name="asksToRead"
          label="Ask readers to confirm that they have read it"
          checked={input.asksToRead}
          onChange={(event) => onChange({ asksToRead: event.target.checked })}
        />
      )}
    </>
  );
}

function VisibilityFields({ input, errors, onChange }: Omit<DocumentFieldsProps, 'isFixed'>) {
  const isForOne = input.visibility === 'member';
  const { data = [], isFetching } = useGetActiveMembersQuery(undefined, { skip: !isForOne });
  const options: { value: Visibility; label: string; disabled?: boolean }[] = [
    { value: 'admins', label: 'Admins' },
    { value: 'record', label: 'Whoever may see the record', disabled: !input.record },
    { value: 'member', label: 'One member and admins' },
    { value: 'everybody', label: 'Everybody' },
  ];
  return (
    <>
      <SelectField
        label="Visible to"
        name="visibility"
        options={options}
        value={input.visibility}
        error={errors['visibility']}
        onChange={(event) => {
          const visibility = event.target.value as Visibility;
          onChange({ visibility, ...(visibility === 'record' ? { asksToRead: false } : {}) });
        }}
      />
      {isForOne && (
        <SelectField
          label="Member"
          name="memberId"
          placeholder={isFetching ? 'Loading…' : 'Choose a person'}
          options={data.map((person) => ({ value: person.id, label: displayName(person) }))}
          value={input.memberId ?? ''}
          error={errors['memberId']}
          onChange={(event) => onChange({ memberId: event.target.value || null })}
        />
      )}
    </>
  );
}
