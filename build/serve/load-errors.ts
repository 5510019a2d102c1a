/** The collector of load errors that `npm start` brings along: browsers post them, `npm run remotes -- watch` reads them. */
import fs from 'node:fs';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';

/** Where it listens, below the site; what `config.json` says as `loadErrorsUrl`. */
export const LOAD_ERRORS = '/load-errors';

/** One report, with the time at which it came. */
export interface LoadErrorReport {
  /** ISO time. */
  readonly at: string;
  readonly remote: string;
  readonly version: string;
  readonly stage: string;
  readonly reason: string;
}

/** Much more than a report has, in bytes. */
const LONGEST = 2000;
/** Reports accepted in a minute; more would only fill the disk. */
const PER_MINUTE = 300;
/** The file is begun anew at this size, in bytes; the last one is kept beside it. */
const LARGEST = 1_000_000;

const STAGES = ['registry', 'contract', 'manifest', 'entry', 'page', 'render'];

const isText = (value: unknown, pattern: RegExp): value is string =>
  typeof value === 'string' && pattern.test(value);

/** What was posted, as a report; null when it is none. Nothing else that came along is kept. */
export function parseReport(text: string, at: Date): LoadErrorReport | null {
  try {
    const { remote, version, stage, reason } = (JSON.parse(text) ?? {}) as Record<string, unknown>;
    if (!isText(remote, /^mf_[a-z0-9_]{1,40}$/) || !isText(version, /^[\w.+-]{1,80}$/)) return null;
    if (typeof stage !== 'string' || !STAGES.includes(stage) || typeof reason !== 'string') return null;
    const clean = reason.replace(/[^\x20-\x7e]+/g, ' ').slice(0, 200);
    return { at: at.toISOString(), remote, version, stage, reason: clean };
  } catch {
    return null;
  }
}

/** The reports of a text: one JSON object a line, or a JSON array of them. What is no report is left out. */
export function parseReports(text: string): LoadErrorReport[] {
  const lines = text.trimStart().startsWith('[')
    ? (JSON.parse(text) as unknown[]).map((report) => JSON.stringify(report))
    : text.split('\n').filter(Boolean);
  return lines.flatMap((line) => {
    try {
      const { at } = JSON.parse(line) as { at?: unknown };
      const time = new Date(typeof at === 'string' || typeof at === 'number' ? at : NaN);
      return parseReport(line, time) ?? [];
    } catch {
      // Half a line: it is being written, or the disk was full.
      return [];
    }
  });
}

/** The request's text; null when it is too long. */
async function read(request: IncomingMessage): Promise<string | null> {
  let text = '';
  for await (const chunk of request) {
    text += String(chunk);
    if (text.length > LONGEST) return null;
  }
  return text;
}

/** True for posts from pages of other sites: their reports could trigger rollbacks. */
function isForeign({ headers }: IncomingMessage): boolean {
  const { origin, host } = headers;
  return origin !== undefined && (!URL.canParse(origin) || new URL(origin).host !== host);
}

function append(file: string, report: LoadErrorReport): void {
  if ((fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0) > LARGEST) fs.renameSync(file, `${file}.old`);
  fs.appendFileSync(file, `${JSON.stringify(report)}\n`);
}

/**
 * Answers posts of load errors and adds them to a file, one JSON object a line.
 * @param file beside the site, not in it: nobody reads it over the network
 */
export function loadErrorCollector(file: string, now: () => Date = () => new Date()): RequestListener {
  let minute = 0;
  let count = 0;
  const isTooMuch = () => {
    const current = Math.floor(now().getTime() / 60_000);
    count = current === minute ? count + 1 : 1;
    minute = current;
    return count > PER_MINUTE;
  };
  const status = async (request: IncomingMessage): Promise<number> => {
    if (isForeign(request)) return 403;
    if (isTooMuch()) return 429;
    const text = await read(request);
    if (text === null) return 413;
    const report = parseReport(text, now());
    if (!report) return 400;
    append(file, report);
    return 204;
  };
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const code = await status(request).catch(() => 500);
    response.writeHead(code, {
      'Cache-Control': 'no-store',
      ...(code === 413 ? { Connection: 'close' } : {}),
    });
    response.end();
  };
  return (request, response) => void answer(request, response);
}
