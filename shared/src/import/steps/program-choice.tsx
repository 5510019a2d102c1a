import { SelectField } from '../../ui';
import type { OpenedFile } from '../engine/found';
import type { PresetId } from '../presets/preset';
import { programsOf } from '../presets/presets';
import type { ImportKind } from '../rules/fields';

interface ProgramChoiceProps {
  kind: ImportKind;
  file: OpenedFile;
  onChange: (preset: PresetId | null) => void;
}

/** The program whose names of columns are believed: told by the names, and corrected here. */
export function ProgramChoice({ kind, file, onChange }: ProgramChoiceProps) {
  const programs = programsOf(kind);
  return (
    <div className="import-options">
      <SelectField
        label="The file comes from"
        name="program"
        value={file.preset ?? ''}
        placeholder="No program in particular"
        options={programs.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={({ target }) => onChange(programs.find(({ id }) => id === target.value)?.id ?? null)}
      />
    </div>
  );
}
