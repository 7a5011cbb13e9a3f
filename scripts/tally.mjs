/**
 * What one part of the tests came to.
 * @typedef {{name: string, passed: number, failed: number, skipped?: number, seconds: number}} Count
 */

/**
 * Counts Vitest's JSON report.
 * @param {unknown} report null when there is none
 * @param {number} code the exit code of Vitest
 * @param {boolean} mayBeEmpty whether no test at all is right, too
 */
export function countVitest(report, code, mayBeEmpty) {
  const { numPassedTests = 0, numFailedTests = 0, numPendingTests = 0, numTodoTests = 0 } = numbers(report)
  const count = { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests + numTodoTests }
  return settle(count, code, mayBeEmpty)
}

/**
 * Counts Playwright's JSON report. A test that passed only at a second try counts as failed.
 * @param {unknown} report null when there is none
 * @param {number} code the exit code of Playwright
 * @param {boolean} mayBeEmpty whether no test at all is right, too
 */
export function countPlaywright(report, code, mayBeEmpty) {
  const stats = isObject(report) ? report['stats'] : null
  const { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = numbers(stats)
  return settle({ passed: expected, failed: unexpected + flaky, skipped }, code, mayBeEmpty)
}

/**
 * How many tests of one of Playwright's projects passed, by its JSON report.
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
 * The tests that failed by Vitest's JSON report: its file, its name and the first line of its error.
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
 * The same by Playwright's.
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
 * How long each test took by Playwright's JSON report: its file, its name, and seconds.
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
 * Those that took more than so many seconds, the longest first. Where the machine is busy with other things too, all
 * take longer: then more than three times as long as most do.
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

/**
 * One line for a user.
 * @param {Count} count
 */
export function line({ name, passed, failed, skipped = 0, seconds }) {
  const numbers = [`${passed} passed`, `${failed} failed`, ...(skipped > 0 ? [`${skipped} skipped`] : [])]
  return `${name.padEnd(8)} ${numbers.join(', ')} (${seconds.toFixed(1)} s)`
}

/**
 * A runner that broke, or ran nothing where something was to run, is a failure of its own.
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
