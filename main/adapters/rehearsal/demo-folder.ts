import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { devNull } from 'node:os'
import { dirname, join } from 'node:path'
import type { RunGit } from '../../ports/git.ts'

/** Contents of the demo project. */
export const demoFiles: Readonly<Record<string, string>> = {
  'README.md': `# Ferry

The timetable and the fares of a small ferry between two islands: when the next boat goes, and what the crossing costs.

- \`src/timetable.js\` knows the departures,
- \`src/fares.js\` what a ticket costs,
- \`npm test\` runs the tests.
`,
  'package.json': `{
  "name": "ferry",
  "version": "1.0.0",
  "private": true,
  "type": "module",
  "scripts": {
    "test": "node --test"
  }
}
`,
  'src/timetable.js': `/** Departures from the north pier, in minutes after midnight. */
export const departures = [6 * 60, 9 * 60 + 30, 13 * 60, 16 * 60 + 30, 20 * 60]

/** The next boat at or after a time of the day, or null when the last one has gone. */
export function nextBoat(minutes) {
  return departures.find((departure) => departure >= minutes) ?? null
}
`,
  'src/timetable.test.js': `import assert from 'node:assert'
import test from 'node:test'
import { departures, nextBoat } from './timetable.js'

test('the first boat goes at six', () => assert.equal(nextBoat(0), departures[0]))
test('a boat that goes now can still be taken', () => assert.equal(nextBoat(13 * 60), 13 * 60))
test('after the last boat there is none', () => assert.equal(nextBoat(23 * 60), null))
`,
  'src/fares.js': `/** What a crossing costs, in cents. */
export const fare = 1200

/** The price for a party. */
export function price({ adults, children }) {
  // TODO: children pay half the fare, not all of it
  return (adults + children) * fare
}
`,
  'docs/winter.md': `# Winter

TODO: the boats of the winter timetable are not decided yet.
`,
}

/** The edit of the scene that fixes a bug. */
export const demoFix = {
  file: 'src/fares.js',
  before: `  // TODO: children pay half the fare, not all of it
  return (adults + children) * fare
`,
  after: `  return adults * fare + (children * fare) / 2
`,
} as const

/**
 * Creates the demo project `ferry` in `folder`, as a git repository if git is available. Returns its path,
 * or null on failure. An existing folder is left alone, because the user may have changed it.
 */
export async function prepareDemoFolder(folder: string, git: RunGit): Promise<string | null> {
  const ferry = join(folder, 'ferry')
  if (existsSync(ferry)) return ferry
  try {
    for (const [name, text] of Object.entries(demoFiles)) {
      const path = join(ferry, name)
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, text, { flag: 'wx' })
    }
    await commitAll(ferry, git)
    return ferry
  } catch {
    return null
  }
}

/** A fictitious author; `demoGitEnvironment` excludes the user's settings, templates and hooks. */
const author = ['-c', 'user.name=Ferry', '-c', 'user.email=ferry@example.invalid']

/**
 * Creates a first commit, so that branches, worktrees and *Since commit* work. Without git it stays a plain
 * folder.
 */
async function commitAll(ferry: string, git: RunGit): Promise<void> {
  try {
    await git(['-c', 'init.defaultBranch=main', 'init', '--quiet', '--template='], { cwd: ferry })
    await git(['add', '--all'], { cwd: ferry })
    await git([...author, 'commit', '--quiet', '--message', 'The timetable and the fares'], { cwd: ferry })
  } catch {
    rmSync(join(ferry, '.git'), { recursive: true, force: true })
  }
}

/** Excludes the user's git configuration. */
export const demoGitEnvironment = (environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({
  ...environment,
  GIT_CONFIG_GLOBAL: devNull,
  GIT_CONFIG_NOSYSTEM: '1',
})
