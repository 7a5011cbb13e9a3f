import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listedFiles, root } from './child.mjs'

/**
 * Files of the running app that open files themselves, and whose files these are. Paths chosen by a folder,
 * an agent or an attachment are read by `adapters/folder/foreign-file`, which never blocks on a pipe and
 * limits the size.
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
  ['main/apps/shared/last-view.ts', 'the same'],
  ['main/apps/web/pages.ts', 'the same'],
  ['main/apps/desktop/updates/open-updater.ts', 'the package itself'],
  ['main/adapters/processes/imported-turns.ts', 'conversations in the user’s home'],
  ['main/backends/claude/head.ts', 'the same'],
  ['main/backends/claude/transcript.ts', 'the same'],
  ['main/adapters/build-facts.ts', 'the build'],
  ['main/adapters/downloads/unpack.ts', 'a download in a folder of Janus’s own, whose hash it checks'],
  ['main/backends/codex/environment.ts', 'the user’s own settings'],
  ['main/adapters/downloads/npm-settings.ts', 'the same'],
  ['main/backends/acp/profiles/profiles.ts', 'the same'],
  ['mcp-servers/shared/own-file.ts', 'the state folder, by a reader as careful, and /proc'],
  ['mcp-servers/cli/verbs/settings.ts', 'a file that the user names in a terminal'],
])

/** Files that build regular expressions, all from our own text: a foreign pattern could take forever to match. */
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
  ['main/backends/claude/user-words.ts', 'names of tags'],
  ['main/adapters/rehearsal/peers.ts', 'a heading of the rehearsal'],
  ['main/adapters/rehearsal/orders.ts', 'orders of the rehearsal'],
  ['main/adapters/rehearsal/homes/home.ts', 'accounts of the rehearsal'],
  [
    'renderer/components/markdown/long-words.tsx',
    'scripts that break between any two characters, and a number',
  ],
  ['renderer/components/markdown/parse.ts', 'a fence: one of two marks, and how many'],
])

const reads =
  /\b(readFile|readFileSync|createReadStream)\(|\b(?:fs\.)?open(?:Sync)?\([^)]*(?:O_RDONLY|'r'|O_RDWR)/

function filesOfTheApp(...folders: readonly string[]): string[] {
  const isTests =
    /\.test\.tsx?$|\/(testing|testkit|fixtures|facts|gallery)\/|\/real-[^/]*\.ts$|\/fake-[^/]*\.ts$/
  return listedFiles().filter(
    (path) => folders.includes(path.split('/')[0] ?? '') && /\.tsx?$/.test(path) && !isTests.test(path),
  )
}

const uncommented = (text: string): string => text.replaceAll(/\/\*[^]*?\*\/|\/\/.*/g, '')

/** Returns the files whose code, without comments, matches. */
function having(what: RegExp): readonly string[] {
  return filesOfTheApp('main', 'mcp-servers', 'renderer')
    .filter((path) => what.test(uncommented(readFileSync(join(root, path), 'utf8'))))
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

/** Files of the app that write files themselves without following links. All others use `owner-only`. */
const allowed = new Map([
  ['main/adapters/folder/owner-only.ts', 'the one place'],
  ['main/adapters/folder/reading-copy.ts', 'new files only, in a folder that it has just made'],
  ['main/adapters/rehearsal/demo-folder.ts', 'new files only (wx), in a folder to play in'],
  ['main/adapters/store/heal.ts', 'copies onto a file that it has just made as a new one'],
  [
    'main/adapters/store/log-mark.ts',
    'syncs the database’s own log, opened as no link, and writes nothing to it',
  ],
  ['main/adapters/store/backups/copy-file.ts', 'a new file only (O_EXCL)'],
  ['main/adapters/downloads/fetch-file.ts', 'no link (O_NOFOLLOW), in a folder of Janus’s own'],
  ['main/adapters/downloads/unpack.ts', 'syncs what it has just unpacked there'],
  ['main/server/app/backups.ts', 'a new file only (wx), whose name it takes'],
  [
    'main/server/history/history-requests.ts',
    'a new file (wx) where the user chose, put in its place when it is whole',
  ],
  [
    'main/adapters/worktrees/copy-files.ts',
    'new files only (wx) in a worktree, below folders that were looked at for links; nothing there is replaced',
  ],
  [
    'main/apps/desktop/updates/electron-updater.ts',
    'a new file only (COPYFILE_EXCL), beside the AppImage whose place it takes',
  ],
  ['main/fleet/transport/founding.ts', 'new files only, made by the one place'],
  ['mcp-servers/cli/save-file.ts', 'the same in a terminal'],
  ['main/backends/claude/session-list.ts', 'copies by the one below'],
  ['main/backends/claude/conversation.ts', 'a copy that it has just made, in the CLI’s own folder'],
])

const writes = /\b(appendFile|writeFile|copyFile|createWriteStream|cp|truncate)(Sync)?\(/
/** A call that opens a file for writing. */
const opening = (name: string): RegExp => new RegExp(`\\b${name}\\((?![^)]*(?:O_RDONLY|'r'))[^)]+\\)`)

/** Returns whether the code writes files itself. */
function rawWrites(text: string): boolean {
  const words = uncommented(text)
  const imports = /import[^;'"]+from 'node:fs(?:\/promises)?'/g
  const imported = [...words.matchAll(imports)].map(String).join(' ')
  if (imported === '') return false
  const names = ['open', 'openSync'].filter((name) => new RegExp(`\\b${name}\\b`).test(imported))
  if (imported.includes('* as fs')) names.push('fs.open', 'fs.openSync')
  return writes.test(words) || names.some((name) => opening(name).test(words))
}

test('what the app writes goes through the one place that follows no link, but for what is known', () => {
  const raw = filesOfTheApp('main', 'mcp-servers').filter((path) =>
    rawWrites(readFileSync(join(root, path), 'utf8')),
  )
  expect(raw.toSorted()).toEqual([...allowed.keys()].toSorted())
})

test.each([
  [`import { appendFileSync } from 'node:fs'\nappendFileSync(path, 'x')`, true],
  [`import { writeFile } from 'node:fs/promises'\nawait writeFile(path, 'x')`, true],
  [`import * as fs from 'node:fs'\nfs.openSync(path, 'w')`, true],
  [`import { open } from 'node:fs/promises'\nawait open(path, 'a')`, true],
  [`import { openSync } from 'node:fs'\nopenSync(path, O_RDONLY | O_NOFOLLOW)`, false],
  [`import { readFileSync } from 'node:fs'\n// writeFileSync(path)`, false],
])('it is found: %j', (text, isRaw) => {
  expect(rawWrites(text)).toBe(isRaw)
})
