import {
  PICTURE_MAX,
  PICTURE_TOO_LARGE,
  PICTURE_TYPE_WRONG,
  pictureProblem,
  placeOnSquare,
} from './picture-rules';

test.each([
  ['image/png', 1, null],
  ['image/jpeg', PICTURE_MAX, null],
  ['image/webp', PICTURE_MAX + 1, PICTURE_TOO_LARGE],
  ['image/gif', 1, PICTURE_TYPE_WRONG],
  ['image/svg+xml', 1, PICTURE_TYPE_WRONG],
  ['', 1, PICTURE_TYPE_WRONG],
])('a file of type "%s" with %i bytes: %s', (type, size, problem) => {
  expect(pictureProblem({ type, size })).toBe(problem);
});

describe('placeOnSquare', () => {
  it('fills the square with the middle of a wide picture', () => {
    expect(placeOnSquare(2048, 1024, 'cover')).toEqual({
      side: 512,
      x: -256,
      y: 0,
      width: 1024,
      height: 512,
    });
  });

  it('shows the whole of a tall picture', () => {
    expect(placeOnSquare(500, 1000, 'contain')).toEqual({ side: 512, x: 128, y: 0, width: 256, height: 512 });
  });

  it('does not blow up a small one', () => {
    expect(placeOnSquare(64, 64, 'cover')).toEqual({ side: 64, x: 0, y: 0, width: 64, height: 64 });
  });
});
