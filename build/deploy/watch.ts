/** Watches over what was deployed lately: a version that browsers cannot load is switched back, or taken away from those it was staged for. */
import fs from 'node:fs';
import type { LoadErrorReport } from '../serve/load-errors';
import { parseReports } from '../serve/load-errors';
import { allStates } from './assemble';
import { publish, rollBack, unstage } from './rollout';
import type { State } from './state';
import type { Storage } from './storage';

export interface WatchRules {
  /** So many load errors of a version are too many … */
  readonly threshold: number;
  /** … within so many milliseconds. */
  readonly window: number;
  /** How long after its deployment a version is watched, in milliseconds. */
  readonly trial: number;
}

export interface Verdict {
  readonly name: string;
  readonly version: string;
  readonly what: 'roll back' | 'unstage';
  readonly errors: number;
  /** How often which reason was given, the most frequent first. */
  readonly reasons: string;
}

function reasonsOf(reports: readonly LoadErrorReport[]): string {
  const counts = new Map<string, number>();
  for (const { stage, reason } of reports) {
    const key = `${stage}: ${reason}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .map(([reason, count]) => `${count} × ${reason}`)
    .join(', ');
}

/** Which versions have to be rolled back now. A version that is current by a rollback is never judged: rolling back would not end. */
export function judge(
  states: readonly State[],
  reports: readonly LoadErrorReport[],
  now: number,
  { threshold, window, trial }: WatchRules,
): Verdict[] {
  const trialOf = (name: string, version: string, since: string, what: Verdict['what']): Verdict[] => {
    const begin = Date.parse(since);
    if (now - begin > trial) return [];
    const from = Math.max(begin, now - window);
    const own = reports.filter(
      (report) => report.remote === name && report.version === version && Date.parse(report.at) >= from,
    );
    return own.length >= threshold
      ? [{ name, version, what, errors: own.length, reasons: reasonsOf(own) }]
      : [];
  };
  return states.flatMap(({ current, by, since, staged, before }) => {
    const { name, version } = current;
    const isDeployment = (by === 'deploy' || by === 'promote') && before.length > 0;
    return [
      ...(isDeployment ? trialOf(name, version, since, 'roll back') : []),
      ...(staged ? trialOf(name, staged.pointer.version, staged.since, 'unstage') : []),
    ];
  });
}

/** Reads the collected reports. @param source a file, or an address that answers with them; one JSON object a line, or an array of them */
export async function readReports(source: string): Promise<LoadErrorReport[]> {
  if (!/^https?:/.test(source))
    return fs.existsSync(source) ? parseReports(fs.readFileSync(source, 'utf8')) : [];
  const response = await fetch(source, { signal: AbortSignal.timeout(10_000) });
  if (!response.ok) throw new Error(`${source} answered ${response.status}`);
  return parseReports(await response.text());
}

/**
 * Looks once and switches back what has to be.
 * @returns what was switched back
 */
export async function watchOnce(
  storage: Storage,
  reports: readonly LoadErrorReport[],
  rules: WatchRules,
  say: (line: string) => void,
  now = Date.now(),
): Promise<Verdict[]> {
  const verdicts = judge(await allStates(storage), reports, now, rules);
  for (const { name, version, what, errors, reasons } of verdicts) {
    say(`${name} ${version}: ${errors} load errors (${reasons})`);
    try {
      if (what === 'unstage') await unstage(storage, name, version);
      const back =
        what === 'unstage' || (await rollBack(storage, name, undefined, { by: 'watch', from: version }));
      say(back === true ? '  taken away from the browsers that had it' : `  switched back to ${back}`);
    } catch (error) {
      // A remote that cannot be rolled back, because the shell would refuse the earlier version, must not block the others.
      say(`  could not be switched back: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  if (verdicts.length > 0) await publish(storage);
  return verdicts;
}
