import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { testFolder } from '../../testkit/test-folder.ts'

const program = join(import.meta.dirname, 'testing', 'open-files.ts')

test.runIf(process.platform === 'linux')(
  'what it starts has its standard streams, and the archive that Electron reads',
  async () => {
    const folder = testFolder('files')
    const files = ['inherited', 'app.asar'].map((name) => openSync(join(folder, name), 'w'))
    // Node closes low descriptors in children; these are high enough to be inherited.
    const rest = [...Array<'ignore'>(100).fill('ignore'), ...files]
    const child = spawn(process.execPath, [program], { stdio: ['ignore', 'pipe', 'inherit', ...rest] })
    let printed = ''
    child.stdout?.setEncoding('utf8').on('data', (text: string) => (printed += text))
    const [code] = (await once(child, 'close')) as [number]
    for (const file of files) closeSync(file)
    const [before, after] = printed.trim().split('\n')
    const has = (name: string) => [before?.includes(name), after?.includes(name)]
    expect([code, has('/inherited'), has('/app.asar')]).toEqual([0, [true, false], [true, true]])
  },
)
