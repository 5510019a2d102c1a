import fs from 'node:fs';
import path from 'node:path';

const PUBLIC = path.resolve(__dirname, '../../shell/public');

/** Width and height of a PNG, from its header. */
const sizeOf = (file: string) => {
  const header = fs.readFileSync(file).subarray(0, 24);
  expect(header.subarray(1, 4).toString()).toBe('PNG');
  return `${header.readUInt32BE(16)}x${header.readUInt32BE(20)}`;
};

// Installable as a progressive web app
describe('the web manifest', () => {
  const manifest = JSON.parse(fs.readFileSync(path.join(PUBLIC, 'manifest.webmanifest'), 'utf8')) as {
    icons: { src: string; sizes: string; purpose: string }[];
    shortcuts: { name: string; url: string; icons: { src: string; sizes: string }[] }[];
  };

  // Holds platform-41
  it('opens the dashboard in a window of its own, in the scope of the site root', () => {
    expect(manifest).toMatchObject({
      name: 'Paperplane',
      id: '/',
      start_url: '/dashboard',
      scope: '/',
      display: 'standalone',
    });
  });

  it('has icons in both sizes, for round and other shapes, as large as they say', () => {
    expect(manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`).sort()).toEqual([
      '192x192 any',
      '192x192 maskable',
      '512x512 any',
      '512x512 maskable',
    ]);
    for (const { src, sizes } of [...manifest.icons, ...manifest.shortcuts.flatMap(({ icons }) => icons)]) {
      expect(sizeOf(path.join(PUBLIC, src))).toBe(sizes);
    }
    expect(sizeOf(path.join(PUBLIC, 'icons/apple-touch-icon.png'))).toBe('180x180');
  });

  it('offers the two things one begins with', () => {
    expect(manifest.shortcuts.map(({ name, url }) => `${name} ${url}`)).toEqual([
      'Create sale /sales/create',
      'Add customer /customers/create',
    ]);
  });
});
