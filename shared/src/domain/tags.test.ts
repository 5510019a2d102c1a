import { addTags } from './tags';

const limits = { max: 3, maxLength: 8 };

it.each([
  [[], 'VIP', ['VIP']],
  [['VIP'], ' vip ', ['VIP']],
  [['VIP'], 'Family,  Golf \nvip', ['VIP', 'Family', 'Golf']],
  [['a', 'b'], 'c, d', ['a', 'b', 'c']],
  [[], ' , ', []],
  [[], 'a  b', ['a b']],
  [[], 'far too long', []],
])('%j and %j are %j', (tags, typed, all) => expect(addTags(tags, typed, limits)).toEqual(all));
