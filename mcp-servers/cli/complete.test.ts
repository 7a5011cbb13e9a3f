import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { priorityNames } from '../../main/contract/mail/priorities.ts'
import { scripts, shells } from './verbs/self.ts'
import { openTerminal } from '../testing/terminal.ts'

const terminal = openTerminal()

/** Completion values after these words, without descriptions. */
async function after(...words: string[]): Promise<readonly string[]> {
  expect([await terminal.janus('__complete', 'zsh', ...words), terminal.complained]).toEqual([0, ''])
  return terminal.printed.split('\n').map((line) => line.split('\t')[0] ?? '')
}

async function inBash(line: string): Promise<readonly string[]> {
  await terminal.janus('__complete', 'bash', line)
  return terminal.printed.split('\n')
}

test('verbs, options, their values and agents’ names are completed', async () => {
  expect(await after('se')).toEqual(['send', 'search', 'settings'])
  expect(await after('agents', 're')).toEqual(['rename', 'reopen', 'restart'])
  expect(await after('send', '')).toEqual(['Ann', 'Bob'])
  expect(await after('send', 'b')).toEqual(['Bob'])
  expect(await after('send', 'Ann', '--pri')).toEqual(['--priority'])
  expect(await after('send', 'Ann', '--priority', '')).toEqual(priorityNames)
  expect(await after('new', 'x', '--kind', 'co')).toEqual(['codex', 'copilot'])
  expect(await after('new', 'x', '--kind=co')).toEqual(['--kind=codex', '--kind=copilot'])
  expect(await after('--json', 'agents', 'close', '')).toEqual(['Ann', 'Bob'])
  expect(await after('completion', '')).toEqual(['bash', 'zsh', 'fish'])
  expect(await after('gatherings', 'convene', 'T', 'Q', '--with', 'Ann,')).toEqual(['Ann,Bob'])
  expect(await after('timeline', '--kind', 'card,me')).toEqual(['card,message'])
  expect(await after('link', 'Ann', '')).toEqual(['Ann', 'Bob'])
  expect(await after('send', 'Ann', '--attach', 'x')).toEqual([':file'])
  expect(await after('new', 'x', '--folder', '')).toEqual([':folder'])
  expect(await after('send', 'Ann', 'hel')).toEqual([''])
})

test('a name with spaces is quoted for bash, which itself begins a new word at some signs', async () => {
  const agents = ['Kit Two', 'bob@attic', "O'Hara"].map((name) => ({ name, status: 'idle', role: '' }))
  terminal.api.answers(agents)
  expect(await inBash('janus send ')).toEqual(['Kit\\ Two', 'bob@attic', "O\\'Hara"])
  expect(await inBash('janus send Kit\\ T')).toEqual(['Kit\\ Two'])
  expect(await inBash('janus send "Kit T')).toEqual(['Kit Two'])
  expect(await inBash('janus send bob@a')).toEqual(['attic'])
  for (const typed of ['Kit\\ T', '"Kit T']) {
    expect(await terminal.prints('__complete', 'fish', 'send', typed)).toBe('Kit Two\tidle')
  }
})

test('it stays silent, with the words that need no app, where the app is gone, refuses, or the shell is an agent’s', async () => {
  const environment = { JANUS_HOME: terminal.api.folder, JANUS_PROCESS: 'x/1' }
  for (const around of [{ JANUS_HOME: '/nowhere' }, environment]) {
    expect(await terminal.janusWith(around, '__complete', 'zsh', 'send', '')).toBe(0)
    expect([terminal.printed, terminal.complained]).toEqual(['', ''])
    await terminal.janusWith(around, '__complete', 'zsh', 'sen')
    expect(terminal.printed).toMatch(/^send\t/)
  }
  expect(terminal.api.requests).toEqual([])
  terminal.api.otherwise = () => ({ status: 500, value: 'what?' })
  expect(await after('send', '')).toEqual([''])
})

test('--home says which app is asked', async () => {
  await terminal.janusWith({}, '__complete', 'bash', `janus --home ${terminal.api.folder} send `)
  expect(terminal.printed).toBe('Ann\nBob')
})

test.each(shells)('there is a script for %s, for an agent’s shell too', async (shell) => {
  expect(await terminal.janusWith({ JANUS_PROCESS: 'x/1' }, 'completion', shell)).toBe(0)
  expect(terminal.printed).toContain(`__complete ${shell}`)
})

test.runIf(spawnSync('bash', ['--version']).status === 0)('bash takes each line as it is', () => {
  const lines = ['Kit\\ Two', 'a\\*', '-n']
  const script = [
    scripts.bash,
    'janus() { [ "$2" = bash ] && [ "$3" = "janus send K" ] && printf "%s\\n" "${answer[@]}"; }',
    `answer=(${lines.map((line) => `'${line}'`).join(' ')})`,
    'COMP_LINE="janus send K and more" COMP_POINT=12',
    '_janus janus && printf "%s\\n" "${COMPREPLY[@]}"',
  ].join('\n')
  const { stdout, stderr } = spawnSync('bash', ['--norc', '-c', script], { encoding: 'utf8' })
  expect([stdout, stderr]).toEqual([`${lines.join('\n')}\n`, ''])
})
