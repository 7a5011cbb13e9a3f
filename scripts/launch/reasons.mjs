import { sandboxWords } from './obstacles.mjs'

/**
 * How a program ended, or why it did not start.
 * @typedef {{code: number | null, signal: NodeJS.Signals | null} | {error: NodeJS.ErrnoException}} End
 */

/**
 * Patterns in the stderr of dying programs, and what they mean.
 * @type {readonly (readonly [RegExp, (found: string) => string])[]}
 */
const known = [
  [
    /make sure that (\/.+) is owned by root and has mode 4755/,
    (helper) => sandboxWords(`sudo chown root:root '${helper}' && sudo chmod 4755 '${helper}'`),
  ],
  [/setuid_sandbox_host|No usable sandbox/, () => sandboxWords(null)],
  [/Running as root without --no-sandbox/, () => 'the desktop app does not run as root'],
  [
    /Missing X server|Unable to open X display|Failed to connect to Wayland display|platform failed to initialize/,
    () => 'its screen cannot be reached',
  ],
  [
    /error while loading shared libraries: ([^\s:]+)|Library not loaded: (\S+)/,
    (name) => `the library ${name} is missing here`,
  ],
  [/version `(GLIBC\w*_[\d.]+)' not found/, (name) => `it needs a newer system, with ${name}`],
]

/**
 * Explains why a program failed: by its own last lines when they are known.
 * @param {End} end
 * @param {string} errors the end of its stderr
 */
export function reasonOf(end, errors) {
  if ('error' in end) return notBegun(end.error)
  const words = knownWords(errors)
  if (words !== null) return words
  if (end.signal === 'SIGKILL') return 'something ended it (SIGKILL)'
  return end.signal === null ? `it ended at once (code ${String(end.code)})` : `it crashed (${end.signal})`
}

/**
 * Explains the last lines of stderr; null when they are unknown.
 * @param {string} errors
 * @returns {string | null}
 */
export function knownWords(errors) {
  for (const [pattern, words] of known) {
    const found = pattern.exec(errors)
    if (found !== null) return words(found.slice(1).find((part) => part !== undefined) ?? '')
  }
  return null
}

/** @param {NodeJS.ErrnoException} error */
function notBegun({ code, path = 'it', message }) {
  if (code === 'ENOENT') return `there is no program ${path}, or this system lacks what it is run by`
  return code === 'EACCES' ? `${path} is no program that can be run` : message
}
