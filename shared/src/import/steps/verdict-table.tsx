import { useEffect, useState } from 'react';
import { formatCount, formatDate, isIsoDate } from '../../domain';
import { Button, SelectField } from '../../ui';
import type { OpenedFile } from '../engine/engine';
import { isDay } from '../rules/field';
import { fieldOf, type ImportKind } from '../rules/fields';
import type { Mapping } from '../rules/mapping';
import type { Import } from '../use-import';
import type { Verdict, VerdictKind } from '../verdicts';

interface VerdictTableProps {
  kind: ImportKind;
  file: OpenedFile;
  mapping: Mapping;
  verdicts: readonly Verdict[];
  work: Pick<Import, 'engine'>;
}

const WORDS: Readonly<Record<VerdictKind, string>> = {
  new: 'New',
  there: 'Already there',
  wrong: 'Not imported',
};
const AT_ONCE = 25;

/** What scrolls is reached by keyboard. */
const SCROLLS = { tabIndex: 0 };

/** Every row with its verdict and what was read, dates as they were understood; those with problems first asked for. */
export function VerdictTable({ kind, file, mapping, verdicts, work }: VerdictTableProps) {
  const [shown, setShown] = useState<VerdictKind | ''>('');
  const [first, setFirst] = useState(0);
  const count = (wanted: VerdictKind) => verdicts.filter((verdict) => verdict.kind === wanted).length;
  const chosen = shown === '' ? verdicts : verdicts.filter((verdict) => verdict.kind === shown);
  const page = chosen.slice(first, first + AT_ONCE);
  const cells = useCells(work, kind, mapping, page);
  const columns = mapping.columns.flatMap((key, index) => {
    const field = fieldOf(kind, key);
    return field ? [{ index, label: field.label, day: isDay(field) }] : [];
  });
  return (
    <div className="import-verdicts">
      <SelectField
        label="Show"
        name="verdict"
        value={shown}
        options={[
          { value: '', label: `All rows (${formatCount(file.rowCount)})` },
          ...(Object.keys(WORDS) as VerdictKind[])
            .filter((each) => count(each) > 0)
            .map((each) => ({ value: each, label: `${WORDS[each]} (${formatCount(count(each))})` })),
        ]}
        onChange={(event) => {
          setShown(event.target.value as VerdictKind | '');
          setFirst(0);
        }}
      />
      <div className="import-preview" role="region" aria-label="Rows" {...SCROLLS}>
        <table>
          <thead>
            <tr>
              <th scope="col">Row</th>
              <th scope="col">What happens</th>
              {columns.map(({ index, label }) => (
                <th key={index} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {page.map((verdict, place) => (
              <tr key={verdict.row} className={`row-${verdict.kind}`}>
                <td>{formatCount(verdict.row)}</td>
                <td className="import-verdict">
                  <b>{WORDS[verdict.kind]}</b> {verdict.text}
                </td>
                {columns.map(({ index, label, day }) => {
                  const text = cells[place]?.[index] ?? '';
                  return (
                    <td key={index} className={verdict.fields.includes(label) ? 'is-wrong' : undefined}>
                      {day && isIsoDate(text) ? formatDate(text) : text}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {chosen.length > AT_ONCE && (
        <div className="pp-row">
          <span className="import-note" role="status">
            {formatCount(first + 1)}–{formatCount(first + page.length)} of {formatCount(chosen.length)}
          </span>
          <Button
            variant="outline"
            size="sm"
            disabled={first === 0}
            onClick={() => setFirst(first - AT_ONCE)}
          >
            Previous rows
          </Button>
          <Button
            variant="outline"
            size="sm"
            disabled={first + AT_ONCE >= chosen.length}
            onClick={() => setFirst(first + AT_ONCE)}
          >
            Next rows
          </Button>
        </div>
      )}
    </div>
  );
}

/** The cells of some rows, as the mapping reads them; none until the reader has answered. */
function useCells(
  { engine }: VerdictTableProps['work'],
  kind: ImportKind,
  mapping: Mapping,
  page: readonly Verdict[],
): readonly (readonly string[])[] {
  const [cells, setCells] = useState<readonly (readonly string[])[]>([]);
  const numbers = page.map(({ row }) => row).join(' ');
  useEffect(() => {
    let current = true;
    const wanted = numbers === '' ? [] : numbers.split(' ').map(Number);
    void engine()
      .look(kind, mapping, wanted)
      .then((read) => {
        if (current) setCells(read);
      });
    return () => {
      current = false;
    };
  }, [engine, kind, mapping, numbers]);
  return cells;
}
