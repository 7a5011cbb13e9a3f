import { spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { abilities } from '../../testing/abilities.ts'
import { openFolder } from './folder.ts'

test.runIf(process.platform === 'linux')('a folder is refused at once where no folder can be made', () => {
  // In a process of its own, with a limit: what loops for ever here loops without letting go.
  const code = `import { openFolder } from ${JSON.stringify(join(import.meta.dirname, 'folder.ts'))}
    try { openFolder('/proc/janus/deep') } catch (error) { console.log(error.message) }`
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', code], {
    timeout: 20_000,
    killSignal: 'SIGKILL',
    encoding: 'utf8',
  })
  expect(stdout).toBe('/proc/janus cannot be made (ENOENT). Choose another folder with --home.\n')
})

test('a folder is refused below a file', () => {
  const top = fs.mkdtempSync(join(tmpdir(), 'janus-missing-'))
  fs.writeFileSync(join(top, 'file'), '')
  expect(() => openFolder(join(top, 'file', 'deep'))).toThrow('cannot be made')
  fs.rmSync(top, { recursive: true })
})

test.runIf(abilities.links)('a folder is refused where a link leads nowhere', () => {
  const top = fs.mkdtempSync(join(tmpdir(), 'janus-missing-'))
  fs.symlinkSync(join(top, 'nowhere'), join(top, 'link'))
  expect(() => openFolder(join(top, 'link'))).toThrow('cannot be made')
  fs.rmSync(top, { recursive: true })
})
