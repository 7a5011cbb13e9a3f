import { expect, test } from 'vitest'
import packageJson from '../../package.json' with { type: 'json' }
import { priorityNames } from '../../main/contract/mail/priorities.ts'
import { optionsOfAll } from './read.ts'
import { openTerminal } from '../testing/terminal.ts'
import { verbs } from './verbs.ts'

const terminal = openTerminal()
const printed = async (...argv: string[]): Promise<string> => {
  expect(await terminal.janusWith({}, ...argv)).toBe(0)
  return terminal.printed
}

test('bare janus and --help show every verb in a line, in groups, and need no app', async () => {
  const overview = await printed()
  expect(await printed('--help')).toBe(overview)
  expect(await printed('help')).toBe(overview)
  for (const { name, about } of verbs)
    if (!name.includes(' ')) expect(overview).toMatch(new RegExp(`^  ${name} +${about.slice(0, 20)}`, 'm'))
  expect(overview).toContain('\n\nWorking together\n')
  expect(overview).not.toContain('--priority')
})

test('help of a verb shows what concerns it alone, by --help, -h and help VERB', async () => {
  const help = await printed('send', '--help')
  expect(await printed('send', '-h')).toBe(help)
  expect(await printed('help', 'send')).toBe(help)
  expect(help).toContain('janus send AGENT [TEXT…] [options]')
  expect(help).toContain(
    `--priority P    How urgent it is, high by default; low starts no turn: ${priorityNames.slice(0, 3).join(', ')}`,
  )
  for (const other of ['--rhythm', 'timeline', '--worktree']) expect(help).not.toContain(other)
  expect(await printed('groups', '--help')).toContain('groups make NAME A,B')
  expect(await printed('help', 'groups', 'make')).toContain('janus groups make Crew Scout,Builder')
  expect(await printed('api', '--help')).toContain('PATCH /settings')
  expect(await terminal.janusWith({}, 'help', 'sned')).toBe(2)
})

test('help fits the terminal, 100 columns at most', async () => {
  for (const columns of [60, Infinity])
    for (const { name } of verbs) {
      terminal.columns = columns
      // Routes and examples are for copying, so they aren't wrapped.
      const own = (await printed(...name.split(' '), '--help')).split(/\n\n(?:Examples|Usage|Verbs)\n/)
      const lines =
        name === 'api'
          ? []
          : own.flatMap((part) => part.split('\n')).filter((line) => !/^ {2}(janus|git) /.test(line))
      expect(lines.filter((line) => line.length > Math.min(columns, 100))).toEqual([])
    }
  terminal.columns = Infinity
})

test('--version and -V say the version', async () => {
  for (const argv of [['--version'], ['-V'], ['agents', '--version']])
    expect(await printed(...argv)).toBe(`janus ${packageJson.version}`)
})

test.each([
  [['sned', 'Bob', 'x'], 'There is no janus "sned". Did you mean janus send?\nSee janus --help.'],
  [['agents', 'clsoe', 'Ann'], 'There is no janus agents "clsoe". Did you mean close?'],
  [['send', 'Ann', 'x', '--prority', 'low'], 'janus send has no option --prority. Did you mean --priority?'],
  [['timeline', '--word', 'x'], 'janus timeline has no option --word. Did you mean --words?'],
  [
    ['send', 'Ann', 'x', '--priority', 'hihg'],
    `--priority is one of ${priorityNames.join(', ')}. Did you mean high?`,
  ],
  [
    ['groups', 'delete'],
    'NAME is missing.\nUsage: janus groups delete NAME\nSee janus groups delete --help.',
  ],
  [['new', 'Two', 'Names'], '"Names" is one word too many. A name with spaces needs quotes.'],
])('%j is not understood, and the nearest is named', async (argv, words) => {
  expect(await terminal.fails(2, ...argv)).toContain(words)
})

test('the nearest agent is named where nobody has the name', async () => {
  expect(await terminal.fails(1, 'send', 'Bbo', 'hello')).toBe(
    'janus: No agent has that name. Did you mean Bob? There are: Ann, Bob.',
  )
})

test('an option of one name takes a value with every verb, or with none: it is read before the verb is known', () => {
  const all = optionsOfAll(verbs)
  for (const { options = {} } of verbs)
    for (const [name, { type }] of Object.entries(options))
      expect([name, type]).toEqual([name, all[name]?.type])
})
