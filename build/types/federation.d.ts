/** A file of the library that has its types elsewhere. */
declare module '@module-federation/webpack-bundler-runtime/dist/consumes.js' {
  type Runtime = NonNullable<
    import('@module-federation/webpack-bundler-runtime').Federation['bundlerRuntime']
  >;
  export const consumes: Runtime['consumes'];
}
