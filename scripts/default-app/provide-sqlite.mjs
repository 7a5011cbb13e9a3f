import CommonModule, { register } from 'node:module'

/** Provides `node:sqlite` to `import` and `require` where Node has none. */
if (process.getBuiltinModule('node:sqlite') === undefined) {
  const sqlite = await import('./node-sqlite.mjs')
  /** @type {any} */
  const Module = CommonModule
  const load = Module._load
  Module._load = (/** @type {string} */ name, /** @type {unknown[]} */ ...rest) =>
    name === 'node:sqlite' ? sqlite : load.call(Module, name, ...rest)
  register('./sqlite-resolver.mjs', import.meta.url)
}
