/** What a build consists of, for those who ask afterwards: which library and which of our files lies in which chunk. */
import path from 'node:path';
import type { Compilation, Module } from 'webpack';

/** One chunk as it was emitted. */
export interface ChunkModules {
  readonly files: readonly string[];
  /** Modules with code of their own, by path inside the repository; libraries by their place in `node_modules`. */
  readonly modules: readonly string[];
}

interface Concatenated extends Module {
  modules?: Module[];
}

const pathOf = (module: Module): string => module.nameForCondition() ?? '';

/** The inner modules of one that has been joined from several. */
const flatten = (module: Concatenated): Module[] => module.modules?.flatMap(flatten) ?? [module];

/** @param repository paths are given inside of it */
export function modulesOf(compilation: Compilation, repository: string): ChunkModules[] {
  const relative = (file: string) => path.relative(repository, file).split(path.sep).join('/');
  return [...compilation.chunks].map((chunk) => ({
    files: [...chunk.files].sort(),
    modules: [
      ...new Set(
        [...compilation.chunkGraph.getChunkModulesIterable(chunk)]
          .flatMap(flatten)
          .filter((module) => module.type.startsWith('javascript'))
          .map(pathOf)
          .filter(Boolean)
          .map(relative),
      ),
    ].sort(),
  }));
}
