import { formatCount, plural, toCsv } from '@paperplane/shared/domain';
import { saveFile } from '@paperplane/shared/platform';
import { Button, Card, Download } from '@paperplane/shared/ui';
import type { OpenedBankFile } from '../../files/engine/engine';
import type { Problem } from '../../files/types';
import { placeOf } from '../../files/formats';

const SHOWN = 20;

/** Lines that did not come in, each with its reason; all of them as a file. */
export function RefusedLines({ file, lines }: { file: OpenedBankFile; lines: readonly Problem[] }) {
  const save = () =>
    saveFile(
      `${file.name.replace(/\.\w+$/, '')}-problems.csv`,
      'text/csv;charset=utf-8',
      toCsv(
        ['Line', 'Problem', 'Content'],
        lines.map(({ line, why, source }) => [line, why, source]),
      ),
    );
  return (
    <Card
      title={`${plural(lines.length, 'line')} not imported`}
      action={
        <Button variant="ghost" size="sm" icon={<Download className="pp-i pp-i-14" />} onClick={save}>
          Download
        </Button>
      }
    >
      <ul className="bank-refused">
        {lines.slice(0, SHOWN).map(({ line, why, source }) => (
          <li key={line}>
            <b>{placeOf(file.format, line)}</b>
            <span>
              {why} {source && <q>{source}</q>}
            </span>
          </li>
        ))}
        {lines.length > SHOWN && <li>and {formatCount(lines.length - SHOWN)} more</li>}
      </ul>
      <p className="pp-muted pp-sm">
        Correct {lines.length === 1 ? 'it' : 'them'} in the file and import it again; the other lines stay
        single.
      </p>
    </Card>
  );
}
