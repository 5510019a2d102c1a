import type { INPMetricWithAttribution, onINP } from 'web-vitals/attribution';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Watched } from './watch-pages';

/** The slowest interaction of one visit of a page, until what it changed was painted; times in milliseconds. */
export interface Interaction {
  /** Of the visit: another page of the app is another visit, without a new document too. */
  visit: string;
  /** The address it began at, without what names a record. */
  route: string;
  time: number;
  kind: string;
  /** A selector of what was pressed. */
  element: string;
  /** Of the time: until the page listened, while it handled, until it had painted. */
  parts: [delay: number, handling: number, painting: number];
  /** What ran longest meanwhile: function or event, and its file. */
  script: string;
}

export const BINDING = 'paperplaneInteraction';

declare global {
  interface Window {
    webVitals: { onINP: typeof onINP };
    [BINDING]: (text: string) => void;
  }
}

/** Runs in every document: reports each new slowest interaction of a visit. */
function report(binding: typeof BINDING): void {
  const begun: [time: number, route: string][] = [];
  const here = () => location.pathname.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, ':id');
  const note = () => begun.push([performance.now(), here()]);
  for (const event of ['pointerdown', 'keydown']) addEventListener(event, note, { capture: true });
  window.webVitals.onINP(
    ({ id, value, attribution }: INPMetricWithAttribution) => {
      const { interactionTime = 0, longestScript } = attribution;
      const { invoker = '', sourceFunctionName = '', sourceURL = '' } = longestScript?.entry ?? {};
      const found: Interaction = {
        visit: id,
        route: begun.findLast(([time]) => time <= interactionTime + 8)?.[1] ?? here(),
        time: value,
        kind: attribution.interactionType ?? '',
        element: attribution.interactionTarget ?? '',
        parts: [attribution.inputDelay, attribution.processingDuration, attribution.presentationDelay],
        script: [invoker, sourceFunctionName, sourceURL.replace(/^.*\//, '')].filter(Boolean).join(' '),
      };
      window[binding](JSON.stringify(found));
    },
    { reportAllChanges: true, reportSoftNavs: true },
  );
}

const file = path.join(
  path.dirname(createRequire(import.meta.url).resolve('web-vitals/attribution')),
  'web-vitals.attribution.iife.js',
);

/** Slows a page's processor down and has it tell its interactions, before any of its scripts runs. */
export async function measureInteractions(page: Watched, slower: number): Promise<void> {
  // What the compiler keeps names with is not there in the page.
  const script = `var __name = (value) => value;\n${fs.readFileSync(file, 'utf8')}\n(${report.toString()})(${JSON.stringify(BINDING)});`;
  await page.send('Runtime.enable');
  await page.send('Runtime.addBinding', { name: BINDING });
  await page.send('Page.enable');
  await page.send('Page.addScriptToEvaluateOnNewDocument', { source: script });
  await page.send('Emulation.setCPUThrottlingRate', { rate: slower });
}
