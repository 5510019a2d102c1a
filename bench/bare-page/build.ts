import { createRequire } from 'node:module';
import webpack, { type Configuration } from 'webpack';
import { compressFolder } from '../../build/compress';

const { barePage } = createRequire(import.meta.url)('./webpack.cjs') as {
  barePage: (folder: string) => Configuration[];
};

/** Builds the bare federated page into a folder, compressed as the real one is. @throws Error with webpack's messages */
export async function buildBarePage(folder: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    webpack(barePage(folder), (error, stats) => {
      if (error) reject(error);
      else if (!stats || stats.hasErrors()) reject(new Error(stats?.toString('errors-only') ?? 'no result'));
      else resolve();
    });
  });
  await compressFolder(folder);
}
