import { placeOnSquare, type Fit } from './picture-rules';

const blobOf = (canvas: HTMLCanvasElement, type: string): Promise<Blob | null> =>
  new Promise((resolve) => canvas.toBlob(resolve, type, 0.9));

/**
 * Draws a picture on a square and encodes it anew, so that nothing but its pixels is left: no place, no camera, no hidden data.
 * @returns WebP, or JPEG on white where the browser cannot write WebP
 * @throws when the file is no picture
 */
export async function squarePicture(file: Blob, fit: Fit): Promise<Blob> {
  const image = await createImageBitmap(file, { imageOrientation: 'from-image' });
  const { side, x, y, width, height } = placeOnSquare(image.width, image.height, fit);
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = Math.round(side);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('this browser cannot draw');
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, x, y, width, height);
  const webp = await blobOf(canvas, 'image/webp');
  // A browser that cannot write a type writes PNG instead.
  if (webp?.type === 'image/webp') return webp;
  context.globalCompositeOperation = 'destination-over';
  context.fillStyle = 'white';
  context.fillRect(0, 0, canvas.width, canvas.height);
  const jpeg = await blobOf(canvas, 'image/jpeg');
  if (!jpeg) throw new Error('the picture could not be written');
  return jpeg;
}
