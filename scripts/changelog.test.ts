import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readChanges, sectionOf, withVersion } from './changelog.mjs'

function folderOf(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'janus-changes-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return folder
}

test('after a release there is no folder, and no change', () => {
  expect(readChanges(join(folderOf({}), 'changes'))).toEqual({ changes: [], problems: [] })
})

test('changes become a version above the others, by their kinds', () => {
  const { changes, problems } = readChanges(
    folderOf({
      'mail-order.md': 'fixed: Mail keeps its order.\n',
      'b-pause.md': 'added: Timers can be paused.\n',
      'a-copy.md': 'added: Links can be copied.\n',
    }),
  )
  expect(problems).toEqual([])
  const before = '# Changelog\n\nWords.\n\n## 1.0.0 (2026-11-01)\n\n### Added\n\n- All of it.\n'
  const after = withVersion(before, changes, '1.1.0', '2026-12-01')
  expect(after).toBe(
    '# Changelog\n\nWords.\n\n## 1.1.0 (2026-12-01)\n\n### Added\n\n- Links can be copied.\n- Timers can be paused.\n\n' +
      '### Fixed\n\n- Mail keeps its order.\n\n## 1.0.0 (2026-11-01)\n\n### Added\n\n- All of it.\n',
  )
  expect(sectionOf(after, '1.0.0')).toBe('### Added\n\n- All of it.')
  expect(() => sectionOf(after, '1.2.0')).toThrow('CHANGELOG.md has nothing of 1.2.0.')
})

test('the first version follows what stands above', () => {
  const change = { kind: 'fixed', words: 'It works.', file: 'a.md' } as const
  expect(withVersion('# Changelog\n', [change], '1.0.0', '2026-12-01')).toBe(
    '# Changelog\n\n## 1.0.0 (2026-12-01)\n\n### Fixed\n\n- It works.\n',
  )
})

test.each([
  ['no-kind.md', 'Timers can be paused.\n'],
  ['other-kind.md', 'removed: Timers.\n'],
  ['no-end.md', 'added: Timers can be paused\n'],
  ['two-lines.md', 'added: Timers.\nfixed: Mail.\n'],
  ['empty.md', ''],
  ['Upper Case.md', 'added: Timers.\n'],
  ['notes.txt', 'added: Timers.\n'],
])('%s is no change', (name, text) => {
  expect(readChanges(folderOf({ [name]: text })).problems).toEqual([expect.stringContaining(name)])
})
