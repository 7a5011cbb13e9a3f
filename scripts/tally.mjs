/**
 * The result of one part of the tests.
 * @typedef {{name: string, passed: number, failed: number, skipped?: number, seconds: number}} Count
 */

/**
 * Counts the tests in Vitest's JSON report.
 * @param {unknown} report null when there is none
 * @param {number} code Vitest's exit code
 * @param {boolean} mayBeEmpty whether running no test at all is fine
 */
export function countVitest(report, code, mayBeEmpty) {
  const { numPassedTests = 0, numFailedTests = 0, numPendingTests = 0, numTodoTests = 0 } = numbers(report)
  const count = { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests + numTodoTests }
  return settle(count, code, mayBeEmpty)
}

/**
 * Counts the tests in Playwright's JSON report. A test that passed only when retried counts as failed.
 * @param {unknown} report null when there is none
 * @param {number} code Playwright's exit code
 * @param {boolean} mayBeEmpty whether running no test at all is fine
 */
export function countPlaywright(report, code, mayBeEmpty) {
  const stats = isObject(report) ? report['stats'] : null
  const { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = numbers(stats)
  return settle({ passed: expected, failed: unexpected + flaky, skipped }, code, mayBeEmpty)
}

/**
 * Returns how many tests of a Playwright project passed.
 * @param {unknown} report null when there is none
 * @param {string} project
 * @returns {number}
 */
export function passedIn(report, project) {
  if (Array.isArray(report)) return report.reduce((sum, part) => sum + passedIn(part, project), 0)
  if (!isObject(report)) return 0
  if (report['projectName'] === project) return report['status'] === 'expected' ? 1 : 0
  return ['suites', 'specs', 'tests'].reduce((sum, key) => sum + passedIn(report[key], project), 0)
}

/**
 * Returns Vitest's failed tests: file, name and first line of the error.
 * @param {unknown} report null when there is none
 * @returns {string[]}
 */
export function failedInVitest(report) {
  return listed(report, 'testResults').flatMap((file) =>
    listed(file, 'assertionResults')
      .filter((test) => isObject(test) && test['status'] === 'failed')
      .map((test) =>
        failed(field(file, 'name'), field(test, 'fullName'), listed(test, 'failureMessages')[0]),
      ),
  )
}

/**
 * Returns Playwright's failed tests in the same form.
 * @param {unknown} report null when there is none
 * @returns {string[]}
 */
export function failedInPlaywright(report) {
  const own = listed(report, 'specs')
    .filter((spec) => isObject(spec) && spec['ok'] === false)
    .map((spec) => {
      const results = listed(spec, 'tests').flatMap((test) => listed(test, 'results'))
      const errors = results.flatMap((result) => listed(result, 'errors'))
      return failed(field(spec, 'file'), field(spec, 'title'), field(errors[0], 'message'))
    })
  return [...own, ...listed(report, 'suites').flatMap(failedInPlaywright)]
}

/**
 * Returns the seconds that each Playwright test took.
 * @typedef {{name: string, seconds: number}} Took
 * @param {unknown} report null when there is none
 * @returns {Took[]}
 */
export function tookInPlaywright(report) {
  const own = listed(report, 'specs').map((spec) => {
    const results = listed(spec, 'tests').flatMap((test) => listed(test, 'results'))
    const ms = results.reduce((/** @type {number} */ sum, result) => sum + (numbers(result).duration ?? 0), 0)
    return { name: failed(field(spec, 'file'), field(spec, 'title'), ''), seconds: ms / 1000 }
  })
  return [...own, ...listed(report, 'suites').flatMap(tookInPlaywright)]
}

/**
 * Returns the tests that took more than `budget` seconds, longest first. On a busy machine all take longer,
 * so at least three times the median is allowed.
 * @param {readonly Took[]} all
 * @param {number} budget
 * @returns {Took[]}
 */
export function overBudget(all, budget) {
  const sorted = all.toSorted((one, other) => other.seconds - one.seconds)
  const middle = sorted[Math.floor(sorted.length / 2)]?.seconds ?? 0
  return sorted.filter(({ seconds }) => seconds > Math.max(budget, 3 * middle))
}

/**
 * @param {string} file
 * @param {string} name
 * @param {unknown} error
 */
function failed(file, name, error) {
  const [first = ''] = String(error ?? '').split('\n')
  return `${file} › ${name}${first === '' ? '' : `: ${first}`}`
}

/**
 * @param {unknown} value
 * @param {string} key
 * @returns {unknown[]}
 */
function listed(value, key) {
  return isObject(value) && Array.isArray(value[key]) ? value[key] : []
}

/**
 * @param {unknown} value
 * @param {string} key
 */
function field(value, key) {
  return isObject(value) && typeof value[key] === 'string' ? value[key] : ''
}

/** @param {Count} count */
export function line({ name, passed, failed, skipped = 0, seconds }) {
  const numbers = [`${passed} passed`, `${failed} failed`, ...(skipped > 0 ? [`${skipped} skipped`] : [])]
  return `${name.padEnd(8)} ${numbers.join(', ')} (${seconds.toFixed(1)} s)`
}

/**
 * A runner that crashed, or ran nothing when it should have, counts as one failure.
 * @param {{passed: number, failed: number, skipped: number}} count
 * @param {number} code
 * @param {boolean} mayBeEmpty
 */
function settle(count, code, mayBeEmpty) {
  const broke = code !== 0 && count.failed === 0
  const empty = count.passed + count.failed === 0 && !mayBeEmpty
  return broke || empty ? { ...count, failed: count.failed + 1 } : count
}

/**
 * @param {unknown} value
 * @returns {Record<string, number>}
 */
function numbers(value) {
  if (!isObject(value)) return {}
  return Object.fromEntries(
    Object.entries(value).filter(
      /** @returns {entry is [string, number]} */ (entry) => typeof entry[1] === 'number',
    ),
  )
}

/**
 * @param {unknown} value
 * @returns {value is Record<string, unknown>}
 */
function isObject(value) {
  return typeof value === 'object' && value !== null
}
