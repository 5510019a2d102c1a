import { ImportEngine } from './engine';

const NO_ROWS = 'The file has no rows under the line that names the columns.';

// docs/product/imports.md, Imports
// Holds imports-21
it.each([
  ['nothing', '', NO_ROWS],
  ['the names of columns alone', 'Name,Email\n', NO_ROWS],
  ['more than 50,000 rows', `Name\n${'A B\n'.repeat(50_001)}`, /Import at most 50,000 at a time/],
])('a file with %s is refused in words', async (_what, text, words) => {
  const file = new File([text], 'people.csv');
  await expect(new ImportEngine().open('customers', file, 'USD')).rejects.toThrow(words);
});
