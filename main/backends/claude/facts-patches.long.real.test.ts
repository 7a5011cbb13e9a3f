import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readBlocks } from './blocks.ts'
import { FactsCli } from './real-facts.ts'

const call = (tool: string, input: object): string => `call: ${tool} ${JSON.stringify(input)}\nsay: done`

test('an edit and a file written again come with their lines and the lines around, a new file as such', async () => {
  const facts = await FactsCli.start()
  onTestFinished(() => facts.close())
  const path = join(facts.cwd, 'a.txt')
  await writeFile(path, Array.from({ length: 12 }, (_, n) => `line ${n + 1}\n`).join(''))
  const done = async (words: string) => {
    const from = facts.cli.heard.length
    await facts.turn(words)
    return facts.cli.heard
      .slice(from)
      .flatMap(readBlocks)
      .filter(({ kind }) => kind === 'result')
  }
  const read = call('Read', { file_path: path })
  await done(read)
  const edit = { file_path: path, old_string: 'line 6\n', new_string: 'six\n' }
  expect(await done(call('Edit', edit))).toMatchObject([
    {
      patches: [
        {
          path,
          isNew: false,
          hunks: [
            {
              oldStart: 3,
              newStart: 3,
              lines: [' line 3', ' line 4', ' line 5', '-line 6', '+six', ' line 7', ' line 8', ' line 9'],
            },
          ],
        },
      ],
    },
  ])
  const text = (await readFile(path, 'utf8')).replace('line 1\n', 'one\n')
  expect(await done(call('Write', { file_path: path, content: text }))).toMatchObject([
    { patches: [{ path, isNew: false, hunks: [{ oldStart: 1, newStart: 1 }] }] },
  ])
  const made = join(facts.cwd, 'new.txt')
  expect(await done(call('Write', { file_path: made, content: 'x\n' }))).toMatchObject([
    { patches: [{ path: made, isNew: true, hunks: [] }] },
  ])
  expect(await done(call('Bash', { command: 'echo out; exit 3' }))).toMatchObject([
    { end: 'failed', exit: 3 },
  ])
})
