import { contractProblem } from './contract';

describe('contractProblem', () => {
  it.each([
    [{ major: 1, minor: 0 }, { major: 1, minor: 0 }, null],
    [{ major: 1, minor: 0 }, { major: 1, minor: 3 }, null],
    [{ major: 1, minor: 4 }, { major: 1, minor: 3 }, 'needs platform 1.4, this app provides 1.3'],
    [{ major: 2, minor: 0 }, { major: 1, minor: 3 }, 'built for platform 2.0, this app provides 1.3'],
    [{ major: 1, minor: 9 }, { major: 2, minor: 0 }, 'built for platform 1.9, this app provides 2.0'],
  ])('a remote that needs %j on an app that provides %j: %s', (needs, provides, problem) => {
    expect(contractProblem(needs, provides)).toBe(problem);
  });
});
