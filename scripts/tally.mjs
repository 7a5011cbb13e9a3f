/**
 * The result of one part of the tests.
 * @typedef {{name: string, passed: number, failed: number, skipped?: number, seconds: number}} Count
 */

/** @typedef {{name: string, seconds: number}} Took */

/**
 * Counts the tests in Vitest's JSON report.
 * @param {any} report null when there is none
 * @param {number} code Vitest's exit code
 * @param {boolean} mayBeEmpty whether running no test at all is fine
 */
export function countVitest(report, code, mayBeEmpty) {
  const { numPassedTests = 0, numFailedTests = 0, numPendingTests = 0, numTodoTests = 0 } = report ?? {}
  const count = { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests + numTodoTests }
  return settle(count, code, mayBeEmpty)
}

/**
 * Counts the tests in Playwright's JSON report. A test that passed only when retried counts as failed.
 * @param {any} report null when there is none
 * @param {number} code Playwright's exit code
 * @param {boolean} mayBeEmpty whether running no test at all is fine
 */
export function countPlaywright(report, code, mayBeEmpty) {
  const { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = report?.stats ?? {}
  return settle({ passed: expected, failed: unexpected + flaky, skipped }, code, mayBeEmpty)
}

/**
 * Returns how many tests of a Playwright project passed.
 * @param {any} report null when there is none
 * @param {string} project
 */
export function passedIn(report, project) {
  const tests = specsIn(report).flatMap((spec) => spec.tests)
  return tests.filter(({ projectName, status }) => projectName === project && status === 'expected').length
}

/**
 * Returns Vitest's failed tests: file, name and first line of the error.
 * @param {any} report null when there is none
 * @returns {string[]}
 */
export function failedInVitest(report) {
  /** @type {any[]} */
  const files = report?.testResults ?? []
  return files.flatMap((file) =>
    file.assertionResults
      .filter((/** @type {any} */ test) => test.status === 'failed')
      .map((/** @type {any} */ test) => failed(file.name, test.fullName, test.failureMessages[0])),
  )
}

/**
 * Returns Playwright's failed tests in the same form.
 * @param {any} report null when there is none
 */
export function failedInPlaywright(report) {
  return specsIn(report)
    .filter(({ ok }) => ok === false)
    .map((spec) => {
      const [error] = resultsOf(spec).flatMap(({ errors }) => errors)
      return failed(spec.file, spec.title, error?.message)
    })
}

/**
 * Returns the seconds that each Playwright test took.
 * @param {any} report null when there is none
 * @returns {Took[]}
 */
export function tookInPlaywright(report) {
  return specsIn(report).map((spec) => ({
    name: failed(spec.file, spec.title),
    seconds: resultsOf(spec).reduce((sum, { duration }) => sum + duration, 0) / 1000,
  }))
}

/**
 * @param {any} suite
 * @returns {any[]}
 */
function specsIn(suite) {
  return [...(suite?.specs ?? []), ...(suite?.suites ?? []).flatMap(specsIn)]
}

/**
 * @param {any} spec
 * @returns {any[]}
 */
const resultsOf = ({ tests }) => tests.flatMap((/** @type {any} */ test) => test.results)

/**
 * Returns the tests that took more than `budget` seconds, longest first. On a busy machine all take longer,
 * so at least three times the median is allowed.
 * @param {readonly Took[]} all
 * @param {number} budget
 */
export function overBudget(all, budget) {
  const sorted = all.toSorted((one, other) => other.seconds - one.seconds)
  const middle = sorted[Math.floor(sorted.length / 2)]?.seconds ?? 0
  return sorted.filter(({ seconds }) => seconds > Math.max(budget, 3 * middle))
}

/**
 * @param {string} file
 * @param {string} name
 * @param {string} [error]
 */
function failed(file, name, error = '') {
  const [first = ''] = error.split('\n')
  return `${file} › ${name}${first === '' ? '' : `: ${first}`}`
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
