import { Check as CheckIcon } from '@paperplane/shared/ui';
import type { CsvReading } from '../../files/csv/reading';
import { DATE_WORDS, DECIMAL_WORDS, DELIMITER_WORDS, ENCODING_WORDS } from '../reading-words';
import { FORMATS } from '../../files/formats';
import type { BankImport, Check } from '../use-bank-import';
import { Pick } from './pick';

interface PillProps {
  label: string;
  value: string;
  words: Readonly<Record<string, string>>;
  onChange: (value: string) => void;
}

/** One property of the reading; empty while the file leaves it open. */
function Pill({ label, value, words, onChange }: PillProps) {
  return (
    <label className={value === '' ? 'is-open' : undefined}>
      <span>{label}</span>
      <Pick {...{ value, words, onChange }} nothing={value === '' ? 'choose' : undefined} />
    </label>
  );
}

const HEADER_LINES = 60;

/** How the file is read, each part of it correctable where the format leaves it open. */
export function ReadingBar({ check, work }: { check: Check; work: BankImport }) {
  const { file, reading, remembered } = check;
  const csv = file.format === 'csv' ? (reading as CsvReading) : null;
  const lines = Object.fromEntries(
    Array.from({ length: HEADER_LINES + 1 }, (_each, line) => [
      String(line),
      line === 0 ? 'none' : String(line),
    ]),
  );
  return (
    <div className="bank-reading" role="group" aria-label="Read as">
      <span>Read as</span>
      <b>{FORMATS[file.format].name}</b>
      {csv && (
        <>
          <Pill
            label="Separator"
            value={csv.delimiter}
            words={DELIMITER_WORDS}
            onChange={(delimiter) =>
              void work.resplit(check, { ...csv, delimiter: delimiter as CsvReading['delimiter'] })
            }
          />
          <Pill
            label="Names in line"
            value={String(csv.headerLine)}
            words={lines}
            onChange={(line) => void work.resplit(check, { ...csv, headerLine: Number(line) })}
          />
        </>
      )}
      {reading && (
        <>
          <Pill
            label="Dates"
            value={reading.dates ?? ''}
            words={DATE_WORDS}
            onChange={(dates) => void work.reread(check, { ...reading, dates: dates as CsvReading['dates'] })}
          />
          <Pill
            label="Amounts"
            value={reading.decimal ?? ''}
            words={DECIMAL_WORDS}
            onChange={(decimal) =>
              void work.reread(check, { ...reading, decimal: decimal as CsvReading['decimal'] })
            }
          />
        </>
      )}
      {csv && (
        <Pill
          label="Text"
          value={csv.encoding}
          words={ENCODING_WORDS}
          onChange={(encoding) =>
            void work.resplit(check, { ...csv, encoding: encoding as CsvReading['encoding'] })
          }
        />
      )}
      {remembered && (
        <small>
          <CheckIcon className="pp-i pp-i-14" /> As remembered for this account
        </small>
      )}
    </div>
  );
}
