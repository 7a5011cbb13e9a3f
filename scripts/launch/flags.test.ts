import { execFile } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const module = join(import.meta.dirname, 'flags.mjs')
const script = `import { readFlags } from '${module}'; console.log(JSON.stringify(readFlags('npm start --')))`

async function read(environment: NodeJS.ProcessEnv, ...args: string[]): Promise<{ args: string[] }> {
  const { INIT_CWD: _, ...own } = process.env
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '-e', script, '--', ...args],
    { env: { ...own, ...environment }, cwd: import.meta.dirname },
  )
  return JSON.parse(stdout) as { args: string[] }
}

test('the folder is the one in which npm was started, not the one in which npm runs scripts', async () => {
  expect((await read({ INIT_CWD: tmpdir() })).args).toEqual(['--cwd', tmpdir()])
  expect((await read({}, '--home', 'state')).args).toEqual([
    '--cwd',
    import.meta.dirname,
    '--home',
    resolve(import.meta.dirname, 'state'),
  ])
})
