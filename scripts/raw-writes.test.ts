import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './child.mjs'

/**
 * Files of the running app that write to files themselves, and why that follows no link. All others do so by
 * `adapters/folder/owner-only`.
 */
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
  ['main/server/app/backups.ts', 'a new file only (wx), whose name it takes'],
  [
    'main/server/history/history-requests.ts',
    'a new file (wx) where the person chose, put in its place when it is whole',
  ],
  ['main/fleet/transport/founding.ts', 'new files only, made by the one place'],
  ['mcp-servers/cli/save-file.ts', 'the same in a terminal'],
  ['main/backends/claude/shelf.ts', 'copies by the one below'],
  ['main/backends/claude/conversation.ts', 'a copy that it has just made, in the CLI’s own folder'],
])

const writes = /\b(appendFile|writeFile|copyFile|createWriteStream|cp|truncate)(Sync)?\(/
/** An opening that is not for reading only. */
const opening = (name: string): RegExp => new RegExp(`\\b${name}\\((?![^)]*(?:O_RDONLY|'r'))[^)]+\\)`)

/** What of a file's words writes past the one place. */
function rawWrites(text: string): boolean {
  const words = text.replaceAll(/\/\*[^]*?\*\/|\/\/.*/g, '')
  const imports = /import[^;'"]+from 'node:fs(?:\/promises)?'/g
  const imported = [...words.matchAll(imports)].map(String).join(' ')
  if (imported === '') return false
  const names = ['open', 'openSync'].filter((name) => new RegExp(`\\b${name}\\b`).test(imported))
  if (imported.includes('* as fs')) names.push('fs.open', 'fs.openSync')
  return writes.test(words) || names.some((name) => opening(name).test(words))
}

function filesOfTheApp(): string[] {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
  })
  const isOurs = /^(main|mcp-servers)\/.*\.ts$/
  const isTests = /\.test\.ts$|\/(testing|testkit|fixtures|facts)\/|\/real-[^/]*\.ts$|\/fake-[^/]*\.ts$/
  return listed
    .toString()
    .split('\0')
    .filter((path) => isOurs.test(path) && !isTests.test(path))
}

test('what the app writes goes through the one place that follows no link, but for what is known', () => {
  const raw = filesOfTheApp().filter((path) => rawWrites(readFileSync(join(root, path), 'utf8')))
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
