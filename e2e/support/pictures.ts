import type { Page } from '@playwright/test';

/** A picture of this many pixels a side, as the browser writes PNG: wide, so that the square has to crop. */
export const png = (page: Page, width: number, height: number): Promise<Buffer> =>
  drawn(page, width, height, 'image/png');

async function drawn(page: Page, width: number, height: number, type: string): Promise<Buffer> {
  const base64 = await page.evaluate(
    ([w, h, mime]) => {
      const canvas = document.createElement('canvas');
      Object.assign(canvas, { width: w, height: h });
      const context = canvas.getContext('2d');
      if (!context) throw new Error('no canvas');
      context.fillStyle = '#0a7';
      context.fillRect(0, 0, w, h);
      return canvas.toDataURL(mime).split(',')[1] ?? '';
    },
    [width, height, type] as const,
  );
  return Buffer.from(base64, 'base64');
}

/** What a telephone writes into a picture, and nobody is to find in a stored one. */
export const SECRETS = [
  'Exif',
  'EXIF',
  'GPS',
  'Kestrel Phone 7',
  '48.2082',
  'Nora at home',
  'XMP',
  'http://ns.adobe.com',
];

const segment = (marker: number, content: Buffer): Buffer => {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([head, content]);
};

/** TIFF in little endian: a camera, and a GPS directory with a latitude (48.2082 as a fraction) and its side of the equator. */
function exif(): Buffer {
  const camera = Buffer.from('Kestrel Phone 7\0');
  const entry = (tag: number, type: number, count: number, value: number) => {
    const bytes = Buffer.alloc(12);
    bytes.writeUInt16LE(tag, 0);
    bytes.writeUInt16LE(type, 2);
    bytes.writeUInt32LE(count, 4);
    bytes.writeUInt32LE(value, 8);
    return bytes;
  };
  const directory = (...entries: Buffer[]) => {
    const count = Buffer.alloc(2);
    count.writeUInt16LE(entries.length);
    return Buffer.concat([count, ...entries, Buffer.alloc(4)]);
  };
  const cameraAt = 8 + 2 + 2 * 12 + 4;
  const gpsAt = cameraAt + camera.length;
  const latitudeAt = gpsAt + 2 + 2 * 12 + 4;
  const latitude = Buffer.alloc(24);
  for (const [index, number] of [48, 1, 12, 1, 2952, 100].entries())
    latitude.writeUInt32LE(number, index * 4);
  return Buffer.concat([
    Buffer.from('Exif\0\0'),
    Buffer.from('II*\0\x08\0\0\0', 'latin1'),
    directory(entry(0x110, 2, camera.length, cameraAt), entry(0x8825, 4, 1, gpsAt)),
    camera,
    directory(entry(1, 2, 2, 'N'.charCodeAt(0)), entry(2, 5, 3, latitudeAt)),
    latitude,
    Buffer.from('GPS 48.2082'),
  ]);
}

/** A JPEG as a telephone writes it: with the camera, the place, a comment and a second description in XMP. */
export async function phonePicture(page: Page, width: number, height: number): Promise<Buffer> {
  const plain = await drawn(page, width, height, 'image/jpeg');
  const xmp = '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf exif:GPSLatitude="48.2082"/></x:xmpmeta>';
  return Buffer.concat([
    plain.subarray(0, 2),
    segment(0xe1, exif()),
    segment(0xe1, Buffer.from(`http://ns.adobe.com/xap/1.0/\0${xmp}`)),
    segment(0xfe, Buffer.from('Nora at home')),
    plain.subarray(2),
  ]);
}
