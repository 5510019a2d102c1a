import { DeploymentWatch } from './deployment-watch';
import { entryOf } from './testing';

const registry = (...versions: string[]) => ({
  remotes: versions.map((version, index) => entryOf(`mf_${'abc'[index] ?? 'z'}`, { version })),
});

function watched() {
  let time = 0;
  const running = jest.fn(() => Promise.resolve(registry('1', '1')));
  const deployed = jest.fn(() => Promise.resolve(registry('1', '1')));
  const found = jest.fn();
  const app = jest.fn();
  const watch = new DeploymentWatch({ running, deployed, found, app, now: () => time });
  return { running, deployed, found, app, watch, later: (seconds: number) => (time += seconds * 1000) };
}

it('says once that other versions are deployed, and again when there are still others', async () => {
  const { deployed, found, watch, later } = watched();
  const look = () => (later(11), watch.look());
  await look();
  expect(found).not.toHaveBeenCalled();
  deployed.mockResolvedValue(registry('2', '1'));
  await look();
  await look();
  expect(found).toHaveBeenCalledTimes(1);
  deployed.mockResolvedValue(registry('3', '1'));
  await look();
  expect(found).toHaveBeenCalledTimes(2);
  // Rolled back to what this page runs: nothing to offer. Forward again: there is.
  deployed.mockResolvedValue(registry('1', '1'));
  await look();
  deployed.mockResolvedValue(registry('3', '1'));
  await look();
  expect(found).toHaveBeenCalledTimes(3);
});

it('asks at most every ten seconds, and not right after the page has loaded', async () => {
  const { deployed, app, watch, later } = watched();
  await watch.look();
  expect(app).not.toHaveBeenCalled();
  expect(deployed).not.toHaveBeenCalled();
  later(11);
  await Promise.all([watch.look(), watch.look()]);
  later(9);
  await watch.look();
  expect(deployed).toHaveBeenCalledTimes(1);
  // The app's own version is looked for along with it.
  expect(app).toHaveBeenCalledTimes(1);
});

it('compares with what the page started with, though the registry has been read again for a retry', async () => {
  const { running, deployed, found, watch, later } = watched();
  await Promise.resolve();
  await Promise.resolve();
  running.mockResolvedValue(registry('2', '1'));
  deployed.mockResolvedValue(registry('2', '1'));
  later(11);
  await watch.look();
  expect(found).toHaveBeenCalledTimes(1);
});

it('does not mind a registry that cannot be read', async () => {
  const { deployed, found, watch, later } = watched();
  deployed.mockRejectedValueOnce(new Error('answered 503'));
  later(11);
  await expect(watch.look()).resolves.toBeUndefined();
  expect(found).not.toHaveBeenCalled();
});
