import type { Authenticator } from '@paperplane/shared/platform';
import { SelectField } from '@paperplane/shared/ui';
import { CodeField } from './code-field';
import type { useCode } from './use-code';

interface CodeEntryProps {
  entry: ReturnType<typeof useCode>;
  list: readonly Authenticator[];
  chosen: string;
  onChoose: (id: string) => void;
}

/** The code, and of which authenticator it is where there are several. */
export function CodeEntry({ entry, list, chosen, onChoose }: CodeEntryProps) {
  return (
    <>
      {list.length > 1 && (
        <SelectField
          label="Authenticator"
          name="authenticator"
          value={chosen}
          options={list.map(({ id, name }) => ({ value: id, label: name || 'Authenticator' }))}
          onChange={({ target }) => {
            onChoose(target.value);
            entry.clear();
          }}
        />
      )}
      <CodeField
        label="Code of your authenticator"
        value={entry.code}
        error={entry.problem}
        disabled={entry.busy}
        onChange={entry.type}
      />
    </>
  );
}
