import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

/* The part of `node:sqlite` that Janus uses, on better-sqlite3, for an Electron whose Node has no SQLite. */
const require = createRequire(import.meta.url)
/** @type {any} */
const Database = require('./better-sqlite3')
const nativeBinding = fileURLToPath(
  new URL('better-sqlite3/build/Release/better_sqlite3.node', import.meta.url),
)

/** SQLite's result names, each at its code. */
const results = [
  'OK',
  'ERROR',
  'INTERNAL',
  'PERM',
  'ABORT',
  'BUSY',
  'LOCKED',
  'NOMEM',
  'READONLY',
  'INTERRUPT',
  'IOERR',
  'CORRUPT',
  'NOTFOUND',
  'FULL',
  'CANTOPEN',
  'PROTOCOL',
  'EMPTY',
  'SCHEMA',
  'TOOBIG',
  'CONSTRAINT',
  'MISMATCH',
  'MISUSE',
  'NOLFS',
  'AUTH',
  'FORMAT',
  'RANGE',
  'NOTADB',
]

/**
 * Runs `ask`, and adds SQLite's error code to an error, as `node:sqlite` does.
 * @template T
 * @param {() => T} ask
 * @returns {T}
 */
function numbered(ask) {
  try {
    return ask()
  } catch (error) {
    const { code = '' } = /** @type {{code?: string}} */ (error)
    const [, result] = /^SQLITE_([A-Z]+)/.exec(code) ?? []
    if (result === undefined) throw error
    throw Object.assign(/** @type {Error} */ (error), {
      code: 'ERR_SQLITE_ERROR',
      errcode: results.indexOf(result),
    })
  }
}

class StatementSync {
  #statement
  #isNumbered

  /**
   * @param {any} statement
   * @param {string} text
   */
  constructor(statement, text) {
    this.#statement = statement
    this.#isNumbered = /\?\d/.test(text)
  }

  /** @param {unknown[]} values */
  run(...values) {
    return this.#ask('run', values) ?? { changes: 0, lastInsertRowid: 0 }
  }

  /** @param {unknown[]} values */
  get(...values) {
    return this.#ask('get', values)
  }

  /** @param {unknown[]} values */
  all(...values) {
    return this.#ask('all', values) ?? []
  }

  /**
   * better-sqlite3 refuses `run` for statements with rows, and `get` and `all` for those without.
   * @param {'run' | 'get' | 'all'} method
   * @param {unknown[]} values
   */
  #ask(method, values) {
    const { reader } = this.#statement
    const possible = reader ? (method === 'run' ? 'all' : method) : 'run'
    const answer = numbered(() => this.#statement[possible](...this.#bound(values)))
    return possible === method ? answer : undefined
  }

  /**
   * better-sqlite3 treats `?1` as a name.
   * @param {unknown[]} values
   */
  #bound(values) {
    if (!this.#isNumbered) return values
    return [Object.fromEntries(values.map((value, index) => [index + 1, value]))]
  }
}

class DatabaseSync {
  #db

  /**
   * @param {string | URL} path
   * @param {{readOnly?: boolean, timeout?: number}} [options]
   */
  constructor(path, { readOnly = false, timeout = 0 } = {}) {
    this.#db = numbered(() => new Database(String(path), { readonly: readOnly, timeout, nativeBinding }))
    // As in Node: allows a statement to run while another's rows are read.
    this.#db.unsafeMode(true)
  }

  get isOpen() {
    return this.#db.open
  }

  get isTransaction() {
    return this.#db.inTransaction
  }

  /** @param {string} text */
  exec(text) {
    numbered(() => this.#db.exec(text))
  }

  /** @param {string} text */
  prepare(text) {
    return new StatementSync(
      numbered(() => this.#db.prepare(text)),
      text,
    )
  }

  close() {
    this.#db.close()
  }
}

export { DatabaseSync, StatementSync }
