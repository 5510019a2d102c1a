/**
 * Puts the stylesheet of a remote's chunk into the page, as the federation runtime's hook makes it (shell/src/remotes/runtime-plugin.ts). An option of
 * mini-css-extract-plugin, which copies the function's text into the container.
 */
module.exports.insertLink = function insertLink(link) {
  const { createLink } = __webpack_require__.federation.instance.loaderHook.lifecycle;
  const { onload, onerror } = link;
  document.head.append(
    Object.assign(createLink.emit({ url: link.href, attrs: { rel: 'stylesheet' } }), { onload, onerror }),
  );
};
