import { countryName, countryOptions } from './countries';

it.each([
  ['FR', 'France'],
  ['ZZZ9', 'ZZZ9'],
])('%s is %s', (code, name) => expect(countryName(code)).toBe(name));

it('offers every country by its name, in order', () => {
  const options = countryOptions();
  expect(options).toHaveLength(249);
  expect(options[0]).toEqual({ value: 'AF', label: 'Afghanistan' });
  expect(options.filter(({ value, label }) => value === label)).toEqual([]);
});
