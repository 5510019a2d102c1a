import { SelectField } from '../../ui';
import type { FoundWord } from '../engine/engine';
import { rows } from '../import-texts';
import { fieldOf, type ImportKind } from '../rules/fields';
import type { Mapping } from '../rules/mapping';
import { own } from '../rules/words';

/** Rows with such a word are no records to import. */
const LEAVE_OUT = 'leave out';

const toldOf = ({ words }: Mapping, { field, word }: FoundWord): string | undefined =>
  own(words[field], word);

/** Whether nobody knows yet what a word means. */
export const isOpen = (mapping: Mapping, word: FoundWord): boolean =>
  word.known === null && toldOf(mapping, word) === undefined;

/** Meanings that were said of words in this file: what an import saves, and so remembers. */
export function saidOf(mapping: Mapping, words: readonly FoundWord[]): Mapping['words'] {
  const said: Mapping['words'] = {};
  for (const each of words) {
    const told = toldOf(mapping, each);
    if (told !== undefined) said[each.field] = { ...said[each.field], [each.word]: told };
  }
  return said;
}

interface WordChoicesProps {
  kind: ImportKind;
  mapping: Mapping;
  words: readonly FoundWord[];
  /** What is still open is an error. */
  asked: boolean;
  onChange: (mapping: Mapping) => void;
}

/** What the file's own words for statuses mean: those that are known are shown, the others are asked, once for the agency. */
export function WordChoices({ kind, mapping, words, asked, onChange }: WordChoicesProps) {
  if (words.length === 0) return null;
  return (
    <section>
      <h3>Words of the file</h3>
      <ul className="import-columns" aria-label="Words">
        {words.map((each) => {
          const field = fieldOf(kind, each.field);
          const told = toldOf(mapping, each);
          const value = told === '' ? LEAVE_OUT : (told ?? each.known ?? '');
          const error = asked && isOpen(mapping, each) ? 'Say what this word means.' : undefined;
          return (
            <li key={`${each.field} ${each.word}`}>
              <div>
                <b className="pp-trunc">{each.text}</b>
                <small>
                  {field?.label}, {rows(each.rows)}
                </small>
              </div>
              <SelectField
                label={`Meaning of ${each.text}, ${field?.label ?? ''}`}
                name={`word-${each.field}-${each.word}`}
                value={value}
                placeholder={value === '' ? 'Choose' : undefined}
                error={error}
                options={[
                  ...Object.entries(field?.choices ?? {}).map(([key, [label]]) => ({
                    value: key,
                    label: label ?? key,
                  })),
                  { value: LEAVE_OUT, label: 'Leave these rows out' },
                ]}
                onChange={({ target }) =>
                  onChange({
                    ...mapping,
                    words: {
                      ...mapping.words,
                      [each.field]: {
                        ...mapping.words[each.field],
                        [each.word]: target.value === LEAVE_OUT ? '' : target.value,
                      },
                    },
                  })
                }
              />
            </li>
          );
        })}
      </ul>
    </section>
  );
}
