import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { demoFiles, demoFix, prepareDemoFolder } from './demo-folder.ts'

test('the demo folder is made once, its tests pass, and its fix fits', () => {
  const top = mkdtempSync(join(tmpdir(), 'janus-demo-'))
  try {
    const ferry = prepareDemoFolder(top) ?? ''
    const fares = join(ferry, demoFix.file)
    expect(readFileSync(fares, 'utf8')).toBe(demoFiles[demoFix.file])
    const tests = () => spawnSync(process.execPath, ['--test'], { cwd: ferry, encoding: 'utf8', env: {} })
    expect(tests()).toMatchObject({ status: 0, stdout: expect.stringMatching(/pass 3/) as unknown })
    writeFileSync(fares, readFileSync(fares, 'utf8').replace(demoFix.before, demoFix.after))
    const price = `import { price } from './src/fares.js'; console.log(price({ adults: 1, children: 2 }))`
    const run = spawnSync(process.execPath, ['--input-type=module', '-e', price], {
      cwd: ferry,
      encoding: 'utf8',
    })
    expect(run.stdout).toBe('2400\n')
    expect(prepareDemoFolder(top)).toBe(ferry)
    expect(prepareDemoFolder(fares)).toBeNull()
    expect(readFileSync(fares, 'utf8')).toContain(demoFix.after)
  } finally {
    rmSync(top, { recursive: true })
  }
})
