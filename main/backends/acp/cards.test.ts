import { expect, test } from 'vitest'
import type { ProgramFact } from '../../adapters/processes/agent-family.ts'
import { mergeCall } from './calls.ts'
import { AcpCards } from './cards.ts'

type Asked = Extract<ProgramFact, { type: 'card.asked' }>

function ask(rawInput: object, options: readonly object[], kind = 'execute') {
  const told: ProgramFact[] = []
  const cards = new AcpCards('/work', (fact) => told.push(fact))
  const call = mergeCall(undefined, { toolCallId: 'c', title: 'x', kind, rawInput })
  const choice = cards.ask(call, options)
  const asked = told.find((fact): fact is Asked => fact.type === 'card.asked')
  if (!asked) throw new Error('nobody was asked')
  return { cards, asked, choice }
}

const once = { optionId: 'once', kind: 'allow_once', name: 'Allow once' }
const always = { optionId: 'always', kind: 'allow_always', name: 'Always allow' }

test('once is never for good', async () => {
  const { cards, asked, choice } = ask({ command: 'ls' }, [always])
  cards.decide(asked.request, { kind: 'allow' })
  expect(await choice).toBeNull()
  const lasting = ask({ command: 'ls' }, [always])
  lasting.cards.decide(lasting.asked.request, { kind: 'allow', suggestion: 0 })
  expect(await lasting.choice).toBe('always')
})

test('what no button can say whole is not offered for good', () => {
  const long = { ...always, name: `Always allow ls${' '.repeat(300)}and rm` }
  expect(ask({ command: 'ls' }, [once, long]).asked.suggestions).toEqual([])
})

test.each([
  ['Always allow', 'calls like this one (until its process ends)'],
  ['Allow for this session', 'calls like this one for this session (until its process ends)'],
  ['Always Allow in project: touch *', 'calls like this one in project: touch *'],
  ['Always allow: npm test', 'npm test (until its process ends)'],
  ['Yes, and never ask about ls', 'Yes, and never ask about ls (until its process ends)'],
])('%s: between "Allow" and "from now on" stands what is allowed', (name, label) => {
  expect(ask({ command: 'ls' }, [{ ...always, name }]).asked.suggestions).toMatchObject([{ label }])
})

test('a command in another folder says in which', () => {
  expect(ask({ command: 'ls', cwd: '/work' }, [once]).asked.input).toBe('ls')
  const { asked } = ask({ command: 'ls', cwd: '/etc' }, [once])
  expect(asked.input).toBe('ls\ncwd: /etc')
  expect(asked.tool.isTitleAll).toBe(false)
})

test('todos that wait for a yes are shown with all that they hold', () => {
  const { asked } = ask({ todos: [{ content: 'Fix it', run: 'rm -rf x' }] }, [once], 'other')
  expect(asked.input).toContain('rm -rf x')
})
