import type { AxisLabelsFormatterContextObject, Options, XAxisLabelsOptions } from 'highcharts';
import { escapeHtml } from './escape';

/** So many bars all have their name; more of them are months of years, whose neighbours name them. */
export const MOST_NAMED = 24;

const LETTER = 6.8;
const GAP = 6;
/** What the labels of the other axis take. */
const OTHER_AXIS = 64;
const LINES = 3;
const LONGEST_WORD = 11;
/** Of a name that is turned. */
const TURNED = 16;
/** Turned by 45 degrees lines need this much room each; less makes them stand upright. */
const TURNED_ROOM = 18;

const cut = (text: string, letters: number): string =>
  text.length <= letters ? text : `${text.slice(0, Math.max(1, letters - 1)).trimEnd()}…`;

/** A name on few lines of so many letters; what has no room ends in an ellipsis. */
export function wrapName(name: string, letters: number, most = LINES): string[] {
  const lines: string[] = [];
  for (const word of name.split(/\s+/)) {
    const last = lines.at(-1);
    if (last !== undefined && `${last} ${word}`.length <= letters)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  const rest = lines.slice(most - 1).join(' ');
  return [...lines.slice(0, most - 1), ...(rest ? [rest] : [])].map((line) => cut(line, letters));
}

const longestWord = (names: readonly string[]): number =>
  Math.max(1, ...names.flatMap((name) => name.split(/\s+/).map(({ length }) => length)));

const label = (names: readonly string[], text: (name: string, axisLength: number) => string) =>
  function formatter({ value, axis }: AxisLabelsFormatterContextObject): string {
    return text(names[Number(value)] ?? '', axis.len);
  };

/** Every bar with its name: on lines below it, turned where bars are narrow. The tooltip and the table say it in full. */
export function barNames(names: readonly string[]): {
  labels: XAxisLabelsOptions;
  responsive: NonNullable<Options['responsive']>;
} {
  const needed = Math.min(LONGEST_WORD, longestWord(names)) * LETTER + GAP;
  const turned = (degrees: number): Options => ({
    xAxis: {
      labels: {
        rotation: -degrees,
        align: 'right',
        x: degrees === 90 ? 4 : 6,
        y: degrees === 90 ? 10 : 14,
        formatter: label(names, (name) => escapeHtml(cut(name, TURNED))),
      },
    },
  });
  const narrow = (room: number) => ({ maxWidth: Math.floor(names.length * room + OTHER_AXIS) });
  return {
    labels: {
      rotation: 0,
      y: 20,
      style: { whiteSpace: 'nowrap' },
      formatter: label(names, (name, length) =>
        wrapName(name, Math.floor((length / names.length - GAP) / LETTER))
          .map(escapeHtml)
          .join('<br/>'),
      ),
    },
    responsive: {
      rules: [
        { condition: narrow(needed), chartOptions: turned(45) },
        { condition: narrow(TURNED_ROOM), chartOptions: turned(90) },
      ],
    },
  };
}
