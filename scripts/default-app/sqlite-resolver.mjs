const url = new URL('node-sqlite.mjs', import.meta.url).href

/**
 * A Node loader hook.
 * @param {string} name
 * @param {object} context
 * @param {(name: string, context: object) => unknown} next
 */
export function resolve(name, context, next) {
  return name === 'node:sqlite' ? { url, format: 'module', shortCircuit: true } : next(name, context)
}
