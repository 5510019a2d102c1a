/**
 * `npm run bench scrolling`: the frames that are drawn while somebody scrolls past 500 rows of the sales list, at 390 pixels on a processor slowed
 * down to a sixth. A page has at most 100 rows: it is scrolled to its end and back until there were so many.
 */
import type { Browser, Page } from '@playwright/test';
import os from 'node:os';
import { startStack } from '../../e2e/support/stack';
import { runBench } from '../backend';
import { signIn, withProfile } from './profile';

const SLOWER = 6;
const ROWS = 500;
/** Pixels a second: a thumb in a hurry. */
const SPEED = 2000;
/** Frames a second; a screen asks for as many. */
const GOAL = 60;

interface TraceEvent {
  name: string;
}

interface Frames {
  drawn: number;
  /** The screen asked for them, and they came too late. */
  dropped: number;
}

/** Scrolls a page by so many pixels, downwards or upwards. */
async function scroll(browser: Browser, page: Page, pixels: number): Promise<Frames> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  await browser.startTracing(page, { categories: ['disabled-by-default-devtools.timeline.frame'] });
  const gesture = { x: 195, y: 400, yDistance: -pixels, speed: SPEED, gestureSourceType: 'mouse' } as const;
  await devtools.send('Input.synthesizeScrollGesture', gesture);
  const trace = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  await devtools.detach();
  const count = (name: string) => trace.traceEvents.filter((event) => event.name === name).length;
  return { drawn: count('DrawFrame'), dropped: count('DroppedFrame') };
}

/** Scrolls the longest page of a list up and down. @throws Error when a page has no rows, or does not scroll */
async function scrollRows(page: Page): Promise<Frames> {
  const browser = page.context().browser();
  if (!browser) throw new Error('the browser has ended');
  const items = page.getByRole('list', { name: 'Sales' }).getByRole('listitem');
  await items.first().waitFor();
  const count = await items.count();
  const height = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
  const sum: Frames = { drawn: 0, dropped: 0 };
  for (let pass = 0; pass * count < ROWS; pass += 1) {
    const { drawn, dropped } = await scroll(browser, page, pass % 2 ? -height : height);
    sum.drawn += drawn;
    sum.dropped += dropped;
    const at = await page.evaluate(() => scrollY);
    if (Math.abs(at - (pass % 2 ? 0 : height)) > 50) throw new Error(`scrolled to ${at} of ${height} pixels`);
  }
  return sum;
}

runBench(async () => {
  const stack = await startStack();
  try {
    const owner = await signIn(stack.url);
    const { drawn, dropped } = await withProfile({ args: [] }, owner, async (context) => {
      const page = await context.newPage();
      await page.setViewportSize({ width: 390, height: 844 });
      await page.goto(`${stack.url}/sales?pageSize=100`);
      return scrollRows(page);
    });
    const rate = (GOAL * drawn) / (drawn + dropped);
    console.log(
      `Scrolled past ${ROWS} rows, processor at a sixth: ${drawn} frames drawn, ${dropped} came too late.`,
    );
    console.log(
      `${rate.toFixed(1)} frames a second, goal ${GOAL}${rate < GOAL - 0.5 ? ' ✘' : ''}. Load of the machine: ${(os.loadavg()[0] ?? 0).toFixed(1)}.`,
    );
  } finally {
    await stack.stop();
  }
});
