import webpack, { type Configuration } from 'webpack';
import { compressFolder } from '../build/compress';

/** Builds what is configured into a folder, compressed as the real product is. @throws Error with webpack's messages */
export async function buildSite(
  folder: string,
  configuration: Configuration | Configuration[],
): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    webpack([configuration].flat(), (error, stats) => {
      if (error) reject(error);
      else if (!stats || stats.hasErrors()) reject(new Error(stats?.toString('errors-only') ?? 'no result'));
      else resolve();
    });
  });
  await compressFolder(folder);
}
