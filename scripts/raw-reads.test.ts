import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './child.mjs'

/**
 * Files of the running app that open files to read them themselves, and whose these are. What a folder, an agent or an
 * attachment chooses is read by `adapters/folder/foreign-file`: it waits for no writer and reads no more than it may.
 */
const readers = new Map([
  ['main/adapters/folder/foreign-file.ts', 'the one place'],
  ['main/adapters/folder/owner-only.ts', 'the state folder, by a reader as careful, and /proc'],
  ['main/adapters/store/backups/copy-file.ts', 'the same'],
  ['main/adapters/store/backups/check.ts', 'the same'],
  ['main/adapters/store/heal.ts', 'the same'],
  ['main/adapters/store/log-mark.ts', 'the same'],
  ['main/adapters/store/log-frames.ts', 'the same'],
  ['main/adapters/changes/file-copies.ts', 'the state folder'],
  ['main/fleet/transport/fleet-acts.ts', 'the state folder'],
  ['main/fleet/transport/founding.ts', 'the state folder'],
  ['main/adapters/processes/system-processes.ts', '/proc'],
  ['main/adapters/processes/process-table.ts', '/proc'],
  ['main/apps/desktop/inherited-files.ts', '/proc'],
  ['main/apps/desktop/protocol.ts', 'the window, as it was built'],
  ['main/apps/web/pages.ts', 'the same'],
  ['main/adapters/processes/past-turns.ts', 'conversations in the user’s home'],
  ['main/backends/claude/head.ts', 'the same'],
  ['main/backends/claude/transcript.ts', 'the same'],
  ['main/backends/codex/environment.ts', 'the user’s own settings'],
  ['main/backends/acp/profiles/profiles.ts', 'the same'],
  ['mcp-servers/shared/own-file.ts', 'the state folder, by a reader as careful, and /proc'],
  ['mcp-servers/cli/verbs/settings.ts', 'a file that the user names in a terminal'],
])

/** Files that make regular expressions, all of words of ours: a stranger's can be such that to match them has no end. */
const expressions = new Map([
  ['main/fleet/contract/wire.ts', 'a kind of id'],
  ['main/contract/mail/last-line.ts', 'a word of ours'],
  ['main/core/passing/courtesy.ts', 'words of ours'],
  ['main/core/passing/pass-in-words.ts', 'words of ours'],
  ['main/contract/agents/reserved-names.ts', 'words of ours'],
  ['main/fleet/transport/server-files.ts', 'the name of a field'],
  ['main/core/words/text.ts', 'classes of characters'],
  ['main/adapters/names/name-rules.ts', 'words of ours'],
  ['main/adapters/processes/process-table.ts', 'names of fields'],
  ['main/backends/claude/person-words.ts', 'names of tags'],
  ['main/adapters/rehearsal/peers.ts', 'a heading of the rehearsal'],
  ['main/adapters/rehearsal/orders.ts', 'orders of the rehearsal'],
  ['main/adapters/rehearsal/homes/home.ts', 'accounts of the rehearsal'],
  [
    'renderer/components/markdown/long-words.tsx',
    'scripts that break between any two characters, and a number',
  ],
  ['renderer/components/markdown/pieces.ts', 'a fence: one of two marks, and how many'],
])

const reads =
  /\b(readFile|readFileSync|createReadStream)\(|\b(?:fs\.)?open(?:Sync)?\([^)]*(?:O_RDONLY|'r'|O_RDWR)/

function filesOfTheApp(): string[] {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
  })
  const isOurs = /^(main|mcp-servers|renderer)\/.*\.tsx?$/
  const isTests =
    /\.test\.tsx?$|\/(testing|testkit|fixtures|facts|gallery)\/|\/real-[^/]*\.ts$|\/fake-[^/]*\.ts$/
  return listed
    .toString()
    .split('\0')
    .filter((path) => isOurs.test(path) && !isTests.test(path))
}

/** Files whose words, without comments, hold it. */
function having(what: RegExp): readonly string[] {
  return filesOfTheApp()
    .filter((path) => {
      const text = readFileSync(join(root, path), 'utf8').replaceAll(/\/\*[^]*?\*\/|\/\/.*/g, '')
      return what.test(text)
    })
    .toSorted()
}

test('what strangers choose is read by the one place, but for what is known', () => {
  const own = having(reads).filter((path) => {
    const text = readFileSync(join(root, path), 'utf8')
    return /from 'node:fs(?:\/promises)?'/.test(text)
  })
  expect(own).toEqual([...readers.keys()].toSorted())
})

test('no regular expression is made of what strangers write', () => {
  expect(having(/\bnew RegExp\(|[^.\w]RegExp\(/)).toEqual([...expressions.keys()].toSorted())
})
