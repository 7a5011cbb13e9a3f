import { expect, test } from 'vitest'
import { runQuietly } from './child.mjs'

const start = (...args: string[]) => runQuietly(process.execPath, ['scripts/start.mjs', ...args])

test.each([
  ['an unknown flag', ['--loud']],
  ['a word too many', ['now']],
  ['a port that is none', ['--port', '70000']],
  ['a folder without a name', ['--home', '']],
  ['two ways at once', ['--web', '--desktop']],
])('%s is refused, with how to start', async (_, args) => {
  const { code, output } = await start(...args)
  expect(code).toBe(2)
  expect(output).toContain(
    'Usage: npm start -- [--web | --desktop] [--rehearse] [--home DIR] [--port N] [--no-open]',
  )
})

test('help is no mistake', async () => {
  expect(await start('--help')).toMatchObject({ code: 0 })
})
