/** What the buckets take. */
export const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const;

/** 2 MB, in bytes. */
export const PICTURE_MAX = 2 * 1024 * 1024;

/** The longer side of a saved picture, in pixels. */
export const PICTURE_SIDE = 512;

export const PICTURE_TYPE_WRONG = 'Choose a JPEG, PNG or WebP picture.';
export const PICTURE_TOO_LARGE = 'Choose a picture of at most 2 MB.';
export const PICTURE_UNREADABLE = 'This picture cannot be read. Choose another one.';

/** Why a chosen file is refused, or null. */
export function pictureProblem({ type, size }: { type: string; size: number }): string | null {
  if (!PICTURE_TYPES.some((known) => known === type)) return PICTURE_TYPE_WRONG;
  return size > PICTURE_MAX ? PICTURE_TOO_LARGE : null;
}

/** A face fills the square and loses its edges; a logo is shown whole. */
export type Fit = 'cover' | 'contain';

export interface Placement {
  /** Side of the square, in pixels; small pictures are not blown up. */
  side: number;
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Where a picture of these measures is drawn on its square, in pixels. */
export function placeOnSquare(width: number, height: number, fit: Fit): Placement {
  const deciding = fit === 'cover' ? Math.min(width, height) : Math.max(width, height);
  const side = Math.max(1, Math.min(PICTURE_SIDE, deciding));
  const scale = side / Math.max(1, deciding);
  const drawn = { width: width * scale, height: height * scale };
  return { side, x: (side - drawn.width) / 2, y: (side - drawn.height) / 2, ...drawn };
}
