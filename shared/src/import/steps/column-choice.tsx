import { FIELDS, type ImportKind } from '../rules/fields';
import { mapColumn, type Mapping } from '../rules/mapping';
import { SelectField } from '../../ui';

interface ColumnChoiceProps {
  kind: ImportKind;
  header: string;
  index: number;
  mapping: Mapping;
  /** Texts of the column in the first rows. */
  examples: readonly string[];
  onChange: (columns: string[]) => void;
}

/** One column of the file: what it says, and the field it becomes. */
export function ColumnChoice({ kind, header, index, mapping, examples, onChange }: ColumnChoiceProps) {
  const said = examples.filter((text) => text.trim() !== '').slice(0, 2);
  const key = mapping.columns[index] ?? '';
  return (
    <li className={key === '' ? 'is-left-out' : undefined}>
      <div>
        <b className="pp-trunc">{header}</b>
        <small className="pp-trunc">{said.length > 0 ? said.join(', ') : 'Empty in the first rows'}</small>
      </div>
      <SelectField
        label={`Field for ${header}`}
        name={`column-${index}`}
        value={key}
        placeholder="Leave out"
        options={FIELDS[kind].map((field) => ({
          value: field.key,
          label:
            field.key !== key && mapping.columns.includes(field.key) ? `${field.label} (taken)` : field.label,
        }))}
        onChange={(event) => onChange(mapColumn(mapping.columns, index, event.target.value))}
      />
    </li>
  );
}
