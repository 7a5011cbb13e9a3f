/** How the command gets onto a PATH: the one sentence for every page and hint that says so. */
export const installed =
  '`janus` is on your PATH after `npm link` in the checkout; `node scripts/janus.mjs` there does the same without it.'
