import { median } from '../quantile';
import type { Screen } from './apps';
import type { Visit } from './lighthouse';

/** Points of Lighthouse that are enough by themselves, and times those of the app beside that are enough, too. */
const POINTS: Record<Screen, number> = { login: 90, list: 80, dashboard: 75 };
const POINTS_RATIO = 1.8;
/** Of the time the app beside is blocked for; its login may paint when all is done, which counts as not blocked at all. */
const BLOCKED_RATIO = 0.25;
const SHIFT = 0.05;
/** Of the largest paint of the app beside, and of the list's that of a bare federated page. */
const PAINT_RATIO = 0.5;
const BARE_PAINT_RATIO = 1.1;

/** The median of each figure. */
export const medianVisit = (visits: Visit[]): Visit => ({
  blocked: median(visits.map(({ blocked }) => blocked)),
  work: median(visits.map(({ work }) => work)),
  paint: median(visits.map(({ paint }) => paint)),
  shift: median(visits.map(({ shift }) => shift)),
  points: median(visits.map(({ points }) => points)),
});

/** Figures against their goals. @returns a cell each, a cross where the goal is missed, and how many are */
export function verdict(screen: Screen, here: Visit, beside?: Visit): { cells: string[]; missed: number } {
  let missed = 0;
  const cell = (key: keyof Visit, digits: number, good: boolean) => {
    if (!good) missed += 1;
    const figures = [here, ...(beside ? [beside] : [])].map((each) => each[key].toFixed(digits)).join(' / ');
    const ratio = beside?.[key] ? ` ${(here[key] / beside[key]).toFixed(2)}x` : '';
    return `${figures}${ratio}${good ? '' : ' ✘'}`;
  };
  const cells = [
    cell('blocked', 0, !beside || screen === 'login' || here.blocked <= beside.blocked * BLOCKED_RATIO),
    cell('work', 0, true),
    cell('paint', 0, !beside || here.paint <= beside.paint * PAINT_RATIO),
    cell('shift', 3, here.shift <= SHIFT),
    cell(
      'points',
      0,
      here.points >= POINTS[screen] || (!!beside && here.points >= beside.points * POINTS_RATIO),
    ),
  ];
  return { cells, missed };
}

/** The list's largest paint against that of a bare page. */
export function paintVerdict(here: Visit, bare: Visit): { cell: string; missed: number } {
  const ratio = here.paint / bare.paint;
  const missed = ratio > BARE_PAINT_RATIO ? 1 : 0;
  const figures = `${here.paint.toFixed(0)} / ${bare.paint.toFixed(0)} ms ${ratio.toFixed(2)}x`;
  return { cell: `${figures}${missed ? ' ✘' : ''}, goal ${BARE_PAINT_RATIO}x`, missed };
}
