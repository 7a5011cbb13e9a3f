import { expect, test } from 'vitest'
import { makeCard, toolCall } from '../../testing/card.ts'
import { cardQuestionLine, askedOf } from './card-question-line.ts'

const command = (input: string, title = input.split('\n')[0] ?? '') =>
  makeCard({ input, tool: toolCall({ title, isTitleAll: input === title }) })
const book = (input: string) =>
  makeCard({
    input,
    tool: toolCall({ name: 'mcp__ferry__book', kind: 'other', title: 'book', isTitleAll: false }),
  })
const edit = makeCard({
  input: '',
  tool: toolCall({
    kind: 'edit',
    title: '/code/src/a.js',
    isTitleAll: false,
    diffs: [{ path: '/code/src/a.js', before: 'a', after: 'b' }],
  }),
})
const scope = { text: 'Which scope?\nAll?', options: [], isMany: false }
const question = makeCard({ kind: 'question', questions: [scope] })

test('one line says what is asked', () => {
  expect(cardQuestionLine(command('npm test\nrm x', 'npm test …'), '/code')).toBe('Run npm test …')
  expect(cardQuestionLine(edit, '/code')).toBe('Edit src/a.js')
  expect(cardQuestionLine(book('seats: 3'), '/code')).toBe('Use book')
  expect(cardQuestionLine(command('timeout: 9', ''), '/code')).toBe('Run timeout: 9')
  expect(cardQuestionLine(question, '/code')).toBe('Which scope? …')
  expect(cardQuestionLine({ ...question, questions: [] }, '/code')).toBe('May it?')
})

test('what is short is shown whole', () => {
  expect(askedOf(command('npm test'))).toEqual({ text: 'npm test', isWhole: true })
  const lines = 'npm test\nnpm start\ntimeout: 9'
  expect(askedOf(command(lines))).toEqual({ text: lines, isWhole: true })
  expect(askedOf(book('seats: 3'))).toEqual({ text: 'seats: 3', isWhole: true })
})

test('what is long, cut or a change is for the card', () => {
  for (const long of [`echo ${'x'.repeat(400)}; rm -rf ~`, 'a\nb\nc\nd\ne'])
    expect(askedOf(command(long))).toMatchObject({ isWhole: false })
  expect(askedOf({ ...command('npm test'), hidden: 9 }).isWhole).toBe(false)
  expect(askedOf(edit)).toEqual({ text: '/code/src/a.js', isWhole: false })
  expect(askedOf(command(''))).toEqual({ text: '', isWhole: false })
})

test('a question is for the card, and is not said twice', () => {
  expect(askedOf(question)).toEqual({ text: 'Which scope? …', isWhole: false })
  expect(askedOf({ ...question, title: 'Which scope? …' }).text).toBe('')
})
