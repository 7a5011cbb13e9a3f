import { expect, test } from 'vitest'
import { askedWords } from './asked-words.ts'

test("the agent's words are told from the CLI's", () => {
  const json = JSON.stringify({ command: 'ls', description: 'Lists the\nfolder' })
  expect(askedWords(json, 'Lists the folder')).toEqual({ agent: 'Lists the folder', cli: '' })
  expect(askedWords(json, 'Outside the folder')).toEqual({
    agent: 'Lists the folder',
    cli: 'Outside the folder',
  })
  expect(askedWords(json, 'ls').cli).toBe('')
  expect(askedWords('{"file_path":"/home/mo/ferry/src/a.ts"}', 'src/a.ts').cli).toBe('')
  expect(askedWords('{"a":{"toString":"x"}}', 'why').cli).toBe('why')
  expect(askedWords('{"command":', 'why')).toEqual({ agent: '', cli: 'why' })
})
