import { FILE_LIMITS } from '../../files/limits';
import { inTime, rowsOfPdf } from './pdf-pages';

/** A PDF that says that it has so many pages, each with a text. */
function opened(numPages: number) {
  const getPage = jest.fn(() =>
    Promise.resolve({
      getTextContent: () =>
        Promise.resolve({ items: [{ str: 'A', transform: [1, 0, 0, 1, 10, 10], width: 5, height: 5 }] }),
    }),
  );
  const task = { promise: Promise.resolve({ numPages, getPage }) } as unknown as Parameters<
    typeof rowsOfPdf
  >[0];
  return { task, getPage };
}

test('a PDF of 300 pages is read, one of 301 is refused before a page of it is', async () => {
  const [read, refused] = [opened(300), opened(301)];
  expect(await rowsOfPdf(read.task)).toHaveLength(300);
  await expect(rowsOfPdf(refused.task)).rejects.toThrow(
    'This PDF has 301 pages. At most 300 are read: split it.',
  );
  expect([read.getPage.mock.calls.length, refused.getPage.mock.calls.length]).toEqual([300, 0]);
});

const taskOf = (getPage: () => Promise<unknown>) =>
  ({ promise: Promise.resolve({ numPages: 1, getPage }) }) as unknown as Parameters<typeof rowsOfPdf>[0];

test('a PDF whose pages cannot be found is damaged', async () => {
  const circle = () => Promise.reject(new Error('Pages tree contains circular reference.'));
  await expect(rowsOfPdf(taskOf(circle))).rejects.toThrow('This PDF is damaged or needs a password.');
});

test('one that draws its texts again and again is refused', async () => {
  const item = { str: 'A', transform: [1, 0, 0, 1, 10, 10], width: 5, height: 5 };
  const items = Array<typeof item>(FILE_LIMITS.texts + 1).fill(item);
  const page = { getTextContent: () => Promise.resolve({ items }) };
  await expect(rowsOfPdf(taskOf(() => Promise.resolve(page)))).rejects.toThrow(
    'This PDF is too large to be a statement.',
  );
});

// Holds security-78
test('one that is never read to its end is refused when the time is over', async () => {
  await expect(inTime(new Promise(() => undefined), 5)).rejects.toThrow(
    'This PDF is too large to be a statement.',
  );
  await expect(inTime(Promise.resolve('rows'), 5)).resolves.toBe('rows');
});
