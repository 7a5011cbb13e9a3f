import { expect, test } from 'vitest'
import { askedLine, askedOf } from './asked-line.ts'

const card = (tool: string, input: unknown, kind: 'permission' | 'question' = 'permission') => ({
  kind,
  tool,
  input: typeof input === 'string' ? input : JSON.stringify(input),
  title: 'May it?',
})
const question = card('AskUserQuestion', { questions: [{ question: 'Which scope?\nAll?' }] }, 'question')

test('one line says what is asked', () => {
  expect(askedLine(card('Bash', { command: 'npm test\nrm x' }), '/code')).toBe('Run npm test …')
  expect(askedLine(card('Edit', { file_path: '/code/src/a.js' }), '/code')).toBe('Edit src/a.js')
  expect(askedLine(card('mcp__ferry__book', { seats: 3 }), '/code')).toBe('Use book')
  expect(askedLine(question, '/code')).toBe('Which scope? …')
  expect(askedLine(card('AskUserQuestion', '{}', 'question'), '/code')).toBe('May it?')
})

test('what is short is shown whole', () => {
  expect(askedOf(card('Bash', { command: 'npm test', description: 'safe' }))).toEqual({
    text: 'npm test',
    isWhole: true,
  })
  expect(askedOf(card('Bash', { command: 'npm test\nnpm start', timeout: 9 }))).toEqual({
    text: 'npm test\nnpm start\ntimeout: 9',
    isWhole: true,
  })
  expect(askedOf(card('Read', { file_path: '/etc/hosts' }))).toEqual({ text: '/etc/hosts', isWhole: true })
  expect(askedOf(card('mcp__ferry__book', { seats: 3 }))).toEqual({ text: 'seats: 3', isWhole: true })
})

test('what is long, cut or a change is for the card', () => {
  const long = `echo ${'x'.repeat(400)}; rm -rf ~`
  for (const command of [long, 'a\nb\nc\nd\ne'])
    expect(askedOf(card('Bash', { command }))).toMatchObject({ isWhole: false })
  const cut = askedOf(card('Bash', '{"command":"npm test'))
  expect(cut).toEqual({ text: '{"command":"npm test', isWhole: false })
  expect(askedOf(card('Edit', { file_path: '/a.js', old_string: 'a', new_string: 'b' }))).toEqual({
    text: '/a.js',
    isWhole: false,
  })
  expect(askedOf(card('Write', { file_path: '/a.js', content: '' })).isWhole).toBe(false)
  expect(askedOf(card('Bash', {})).isWhole).toBe(false)
  expect(askedOf(card('mcp__ferry__book', { description: 'sink it' })).isWhole).toBe(false)
})

test('a question is for the card, and is not said twice', () => {
  expect(askedOf(question)).toEqual({ text: 'Which scope? …', isWhole: false })
  expect(askedOf({ ...question, title: 'Which scope? …' }).text).toBe('')
})
