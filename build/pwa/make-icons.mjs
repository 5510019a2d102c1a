/** `node build/pwa/make-icons.mjs`: draws the PNG icons of the installed app from the logo. Needed again only when the logo changes. */
import { createRequire } from 'node:module';
import fs from 'node:fs';
import path from 'node:path';
import { findChromium } from '../lib/chromium.mjs';
import { REPOSITORY } from '../lib/prepare.mjs';

const { chromium } = createRequire(path.join(REPOSITORY, 'e2e/package.json'))('@playwright/test');
const publicFolder = path.join(REPOSITORY, 'shell/public');
const logo = fs.readFileSync(path.join(publicFolder, 'icon.svg'), 'utf8');
/** To the edges, because the system cuts its own shape: the plane stays in the inner 80%. */
const fullBleed = logo
  .replace(' rx="7"', '')
  .replace('translate(5 5) scale(.69)', 'translate(7.2 7.2) scale(.55)');

const ICONS = [
  ['icon-192', 192, logo],
  ['icon-512', 512, logo],
  ['maskable-192', 192, fullBleed],
  ['maskable-512', 512, fullBleed],
  ['apple-touch-icon', 180, fullBleed],
];

const browser = await chromium.launch({ executablePath: await findChromium(), args: ['--no-sandbox'] });
for (const [name, size, svg] of ICONS) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  await page.setContent(
    `<style>body{margin:0}svg{display:block;width:${size}px;height:${size}px}</style>${svg}`,
  );
  const file = path.join(publicFolder, 'icons', `${name}.png`);
  await page.screenshot({ path: file, omitBackground: true });
  console.log(`${path.relative(REPOSITORY, file)}  ${fs.statSync(file).size} bytes`);
}
await browser.close();
