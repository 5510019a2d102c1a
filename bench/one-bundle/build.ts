import { createRequire } from 'node:module';
import type { Configuration } from 'webpack';
import { buildSite } from '../build-site';

const { oneBundle } = createRequire(import.meta.url)('./webpack.cjs') as {
  oneBundle: (folder: string) => Configuration;
};

/** Builds the app as one bundle into a folder. @throws Error with webpack's messages */
export const buildOneBundle = (folder: string): Promise<void> => buildSite(folder, oneBundle(folder));
