/** What runs with every look at Windows. */
export const quick = [
  'main/adapters/processes/agent-process.test.ts',
  'main/backends/claude/environment.test.ts',
  'main/backends/claude/options.test.ts',
  'main/adapters/folder',
  'main/adapters/rehearsal/scenes.test.ts',
  'main/adapters/store/store.test.ts',
  'main/core/stories',
]

/** What takes minutes: the real CLI for Windows at everything that is closed to it. */
export const long = ['main/backends/claude/facts-closed.long.real.test.ts']

/**
 * What cannot pass under Wine and is right on Windows, by the full name of each test, with why.
 * @type {readonly {readonly test: string, readonly why: string}[]}
 */
export const faultsOfWine = []
