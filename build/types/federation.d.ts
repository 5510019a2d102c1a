/** A file of the library that has its types elsewhere. */
declare module '@module-federation/webpack-bundler-runtime/dist/consumes.js' {
  import type { Federation } from '@module-federation/webpack-bundler-runtime';

  export const consumes: NonNullable<Federation['bundlerRuntime']>['consumes'];
}
