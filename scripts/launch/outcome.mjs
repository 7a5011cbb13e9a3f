import { constants } from 'node:os'
import { knownWords, reasonOf } from './reasons.mjs'

/**
 * A desktop app was open and has ended, it crashed, or it showed no window.
 * @typedef {{kind: 'ended', code: number, words?: string}
 *   | {kind: 'broke down', wasSeen: boolean}
 *   | {kind: 'unseen', reason: string}} Outcome
 */

/**
 * How an app ended.
 * @typedef {object} Course
 * @property {import('./reasons.mjs').End} end
 * @property {'starting' | 'window' | null} missing the line that did not come in time
 * @property {number} limit ms
 * @property {Pick<import('./said.mjs').Said, 'words' | 'refusal' | 'errors'>} said
 * @property {boolean} isAsked whether the user asked it to quit
 * @property {boolean} isHurried whether the user pressed Ctrl-C again
 */

/** Exit codes of the desktop app, as in `main/apps/desktop/said.ts`. */
export const codes = { ended: 0, refused: 3, handedOver: 4, noSandbox: 5, brokeDown: 70, hurried: 130 }

/**
 * @param {Course} course
 * @returns {Outcome}
 */
export function outcomeOf({ end, missing, limit, said, isAsked, isHurried }) {
  const { words, refusal, errors } = said
  if (isAsked) return { kind: 'ended', code: askedCode(end, isHurried) }
  if (missing !== null) {
    const late = missing === 'starting' ? 'it did not begin' : 'it began, and then nothing came'
    return { kind: 'unseen', reason: knownWords(errors) ?? `${late} within ${String(limit / 1000)} s` }
  }
  const code = 'error' in end ? null : end.code
  switch (code) {
    case codes.refused:
      return {
        kind: 'ended',
        code,
        ...(isTold(said) ? {} : { words: `Janus could not be started: ${refusal}` }),
      }
    case codes.handedOver:
      return { kind: 'ended', code: 0, words: 'Janus is open already; its window comes to the front.' }
    case codes.noSandbox:
      return { kind: 'unseen', reason: 'it was started without its sandbox' }
    case codes.brokeDown:
      return { kind: 'broke down', wasSeen: words.has('window') }
    default:
      break
  }
  const wasOpen = words.has('window')
  if (code === codes.hurried || (code === codes.ended && words.has('starting')))
    return { kind: 'ended', code }
  if (!wasOpen) return { kind: 'unseen', reason: reasonOf(end, errors) }
  const last = `The desktop app has ended: ${reasonOf(end, errors)}. What was said is kept; start it again.`
  return { kind: 'ended', code: codeOf(end), words: last }
}

/**
 * Returns whether the app printed the refusal on stderr itself.
 * @param {Course['said']} said
 */
function isTold({ refusal, errors }) {
  return errors.replace(/\s+/g, ' ').includes(refusal)
}

/**
 * An app that is asked to quit early dies of the signal; one that hangs is killed.
 * @param {import('./reasons.mjs').End} end
 * @param {boolean} isHurried
 */
function askedCode(end, isHurried) {
  const isOurs = 'signal' in end && ['SIGTERM', 'SIGINT', 'SIGKILL'].includes(end.signal ?? '')
  if (!isOurs) return codeOf(end)
  return isHurried ? codes.hurried : codes.ended
}

/** @param {import('./reasons.mjs').End} end */
function codeOf(end) {
  if ('error' in end) return 1
  return end.code ?? 128 + constants.signals[end.signal ?? 'SIGTERM']
}
