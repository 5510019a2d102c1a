import { createRequire } from 'node:module';
import type { Configuration } from 'webpack';
import { buildSite } from '../build-site';

const { barePage } = createRequire(import.meta.url)('./webpack.cjs') as {
  barePage: (folder: string) => Configuration[];
};

/** Builds the bare federated page into a folder. @throws Error with webpack's messages */
export const buildBarePage = (folder: string): Promise<void> => buildSite(folder, barePage(folder));
