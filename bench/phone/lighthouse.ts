import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { run } from '../../build/lib/children.mjs';
import { freePorts } from '../../e2e/support/stack';
import { withProfile, type SignedIn } from './profile';

/** 200 packages and 190 MB that only this bench needs: brought when it runs first, not with every installation. */
const VERSION = '13.5.0';
const REPOSITORY = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const FOLDER = path.join(REPOSITORY, 'node_modules/.cache/paperplane', `lighthouse-${VERSION}`);

/** What is used of Lighthouse's result. */
interface Report {
  runtimeError?: { message: string };
  categories: Record<'performance', { score: number | null }>;
  audits: Record<string, { numericValue?: number } | undefined>;
}
type Lighthouse = (url: string, flags: object) => Promise<{ lhr: Report } | undefined>;

/** A visit as Lighthouse judges it; times in milliseconds. */
export interface Visit {
  /** Total blocking time: of what is done after the first paint, so that an app which paints last has little of it. */
  blocked: number;
  /** All work of the main thread, before the first paint too. */
  work: number;
  /** Largest contentful paint. */
  paint: number;
  /** Cumulative layout shift. */
  shift: number;
  /** Of a hundred, for performance. */
  points: number;
}

/** Lighthouse, installed on its first use. @throws Error when it cannot be installed */
export async function bringLighthouse(): Promise<Lighthouse> {
  const entry = path.join(FOLDER, 'node_modules/lighthouse/core/index.js');
  if (!fs.existsSync(entry)) {
    fs.mkdirSync(FOLDER, { recursive: true });
    fs.writeFileSync(path.join(FOLDER, 'package.json'), '{ "private": true }\n');
    const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
    const { code } = await run('npm', ['install', ...options, `lighthouse@${VERSION}`], { cwd: FOLDER });
    if (code !== 0) throw new Error('Lighthouse could not be installed; the messages of npm are above.');
  }
  const { default: lighthouse } = (await import(pathToFileURL(entry).href)) as { default: Lighthouse };
  return lighthouse;
}

/** A phone of 390 pixels; the rest is what Lighthouse takes for one: a slow 4G (150 ms, 1.6 Mbit/s) and a processor slowed down to a quarter. */
const PHONE = { mobile: true, width: 390, height: 844, deviceScaleFactor: 1.75, disabled: false };

/**
 * Opens an address in a browser that has never seen it.
 * @param signedIn whose session the browser brings; nobody's without
 * @throws Error when Lighthouse could not judge it
 */
export async function visit(lighthouse: Lighthouse, url: string, signedIn?: SignedIn): Promise<Visit> {
  const [port = 0] = await freePorts(1);
  return withProfile({ args: [`--remote-debugging-port=${port}`] }, signedIn, async () => {
    const result = await lighthouse(url, {
      port,
      logLevel: 'error',
      // A slow machine slows the slow phone down once more.
      maxWaitForFcp: 90_000,
      maxWaitForLoad: 120_000,
      onlyCategories: ['performance'],
      formFactor: 'mobile',
      screenEmulation: PHONE,
      // It slows the page down, where it would otherwise reckon what a slow one had taken.
      throttlingMethod: 'devtools',
      // The profile is new: there is nothing to clear but the session.
      disableStorageReset: true,
    });
    const report = result?.lhr;
    if (!report || report.runtimeError)
      throw new Error(`${url}: ${report?.runtimeError?.message ?? 'no result'}`);
    const value = (audit: string) => report.audits[audit]?.numericValue ?? NaN;
    return {
      blocked: value('total-blocking-time'),
      work: value('mainthread-work-breakdown'),
      paint: value('largest-contentful-paint'),
      shift: value('cumulative-layout-shift'),
      points: (report.categories.performance.score ?? NaN) * 100,
    };
  });
}
