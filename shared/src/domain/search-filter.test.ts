import { searchFilters } from './search-filter';

describe('searchFilters', () => {
  it('gives no filter for blank text', () => {
    expect(searchFilters(['name'], '   ')).toEqual([]);
  });

  it('asks for every word in any of the columns', () => {
    expect(searchFilters(['first_name', 'email'], ' elena  duval ')).toEqual([
      'and(or(first_name.ilike.%elena%,email.ilike.%elena%),or(first_name.ilike.%duval%,email.ilike.%duval%))',
    ]);
  });

  it.each([
    ['100%', 'name.ilike.%100\\%%'],
    ['a_b', 'name.ilike.%a\\_b%'],
    ['a\\b', 'name.ilike.%a\\\\b%'],
    ['a.b:c', 'name.ilike.%a.b:c%'],
  ])('takes %s literally', (typed, filter) => {
    expect(searchFilters(['name'], typed)).toEqual([filter]);
  });

  it.each(['a"b', 'a,b', 'a(b', 'a)b', 'a*b'])('lets %s stay inside its value', (typed) => {
    expect(searchFilters(['name'], typed)).toEqual(['name.ilike.%a_b%']);
  });

  it('stops at five words and at eighty characters', () => {
    expect(searchFilters(['name'], 'a b c d e f')[0]?.split('ilike')).toHaveLength(1 + 5);
    expect(searchFilters(['name'], 'x'.repeat(500))[0]).toHaveLength('name.ilike.%%'.length + 80);
  });
});
