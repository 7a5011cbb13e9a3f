import { expect, test } from 'vitest'
import { readProgramLine } from './program-line.ts'

const words = (line: string) => {
  const read = readProgramLine(line)
  return read.ok ? read.words : read.problem
}

test('a command line is words; quotes hold one together, and no shell reads it', () => {
  expect(words('goose acp')).toEqual(['goose', 'acp'])
  expect(words('  /opt/my\u00a0agent/bin   --acp ')).toEqual(['/opt/my', 'agent/bin', '--acp'])
  expect(words(`"/opt/my agent" --with='a b' "" 'x|y > z' "it's"`)).toEqual([
    '/opt/my agent',
    '--with=a b',
    '',
    'x|y > z',
    "it's",
  ])
  expect(words('C:\\agents\\goose.exe acp')).toEqual(['C:\\agents\\goose.exe', 'acp'])
})

test('what is no command line is refused in words that say what to do', () => {
  expect(words('   ')).toMatch(/Say which program/)
  expect(words('"" acp')).toMatch(/first word/)
  expect(words('goose "acp')).toMatch(/quote/)
  expect(words('KEY=1 goose acp')).toMatch(/No variables/)
  expect(words('goose\nacp')).toMatch(/one line/)
  expect(words('goose \u202Eacp')).toMatch(/one line/)
})

test.each([';', '|', '&', '>', '<', '$HOME', '`id`', '*', '~/bin', '(x)', '#'])(
  '%s has no effect',
  (sign) => {
    expect(words(`goose acp ${sign} more`)).toMatch(/This line is not run in a shell/)
    expect(words(`goose acp '${sign}' more`)).toEqual(['goose', 'acp', sign, 'more'])
  },
)
