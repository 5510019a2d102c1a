import { rowsOfPdf } from './pdf-pages';

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
