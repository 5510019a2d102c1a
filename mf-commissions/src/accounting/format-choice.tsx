import { cx } from '@paperplane/shared/ui';
import { FORMATS } from './account-words';
import type { JournalFormat } from './accounting-types';

/** Which program the file is for. */
export function FormatChoice({
  format,
  onChoose,
}: {
  format: JournalFormat;
  onChoose: (format: JournalFormat) => void;
}) {
  return (
    <div className="pp-field">
      <div className="pp-label" id="journal-format">
        Format
      </div>
      <div className="journal-formats" role="radiogroup" aria-labelledby="journal-format">
        {FORMATS.map((known) => (
          <label key={known.format} className={cx(known.format === format && 'is-on') || undefined}>
            <input
              className="pp-pick"
              type="radio"
              name="journalFormat"
              checked={known.format === format}
              onChange={() => onChoose(known.format)}
            />
            {known.label}
          </label>
        ))}
      </div>
    </div>
  );
}
