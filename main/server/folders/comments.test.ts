import { expect, onTestFinished, test } from 'vitest'
import { ChangingJanus } from '../../testkit/changing-janus.ts'

function open() {
  const of = new ChangingJanus({ 'src/a.js': 'one\ntwo\nthree\nfour\n' })
  onTestFinished(() => of.close())
  return of
}

test('comments wait with their agent, go to it as one message, and say what became of their lines', async () => {
  const of = open()
  const { janus } = of
  const agent = await of.add('Scout')
  await of.turn(agent, { 'src/a.js': 'one\n2\nthree\n4\n' })
  const shown = { path: 'src/a.js', line: 2, lines: ['-two', '+2'], before: 'one', after: 'three' }
  await janus.window('comments.add', { agent, ...shown, text: 'Why?' })
  const [, second] = await janus.as({ kind: 'api' }, 'comments.add', {
    agent: 'Scout',
    path: 'src/a.js',
    line: 3,
    endLine: 4,
    text: 'Name these.',
  })
  expect(second).toMatchObject({ lines: [' three', ' 4'], before: '2', after: null, message: null })
  await janus.window('comments.change', { agent, id: second?.id ?? '', text: 'Name both.' })
  const pending = () => janus.engine.state.agents.get(agent)?.agent.review?.pending.length
  expect(pending()).toBe(2)
  const send = () => janus.window('comments.send', { agent, message: 'Please:', idempotencyKey: 'k' })
  const [sent, again] = await Promise.all([send(), send()])
  expect(sent).toMatchObject({ comments: 2 })
  expect(again).toEqual(sent)
  expect(pending()).toBe(0)
  janus.clock.advance(1000)
  const rows = (await janus.log('agent', agent)).items.filter(({ message }) => message === sent.message)
  expect(rows).toMatchObject([
    {
      kind: 'user',
      comments: [{ text: 'Why?' }, { text: 'Name both.' }],
      text: [
        'Please:\n\n1. src/a.js:2\n\n```diff\n-two\n+2\n```\n\nWhy?',
        '2. src/a.js:3-4\n\n```diff\n three\n 4\n```\n\nName both.',
      ].join('\n\n'),
    },
  ])
  await of.turn(agent, { 'src/a.js': 'zero\none\ntwo\nthree\n4\n' })
  expect(await janus.window('comments.list', { agent })).toMatchObject([
    { text: 'Why?', lineStatus: { state: 'changed' }, message: sent.message },
    { text: 'Name both.', lineStatus: { state: 'there', line: 4 }, message: sent.message },
  ])
  await expect(janus.window('comments.send', { agent })).rejects.toThrow('There are no comments to send.')
})

test('a comment is on lines that there are, and is removed as long as it waits', async () => {
  const of = open()
  const { janus } = of
  const agent = await of.add('Scout')
  const add = (more: object) =>
    janus.window('comments.add', { agent, path: 'src/a.js', line: 1, text: 'x', ...more })
  await expect(add({ line: 5 })).rejects.toThrow('src/a.js has the lines 1 to 4.')
  await expect(add({ line: 3, endLine: 2 })).rejects.toThrow('has the lines 1 to 4.')
  await expect(add({ path: 'none.js' })).rejects.toThrow('is no text file')
  await expect(add({ path: '../../secret' })).rejects.toThrow('is no text file')
  await expect(add({ lines: ['no sign'] })).rejects.toThrow()
  await expect(add({ lines: ['+a\nb'] })).rejects.toThrow()
  await expect(add({ path: 'a\nb', lines: [' a'] })).rejects.toThrow()
  await expect(add({ lines: [`+${'x'.repeat(7999)}`, '+y'] })).rejects.toThrow('Select fewer')
  const [one] = await add({ path: `${of.repository.folder}/src/a.js` })
  expect(one).toMatchObject({ path: 'src/a.js', lineStatus: { state: 'there', line: 1 } })
  await expect(janus.as({ kind: 'agent', id: agent }, 'comments.list', { agent })).rejects.toThrow()
  await janus.window('comments.remove', { agent, id: one?.id ?? '' })
  await expect(janus.window('comments.remove', { agent, id: one?.id ?? '' })).rejects.toThrow('not pending')
})

test('the message names lines by the numbers that they have when it is sent', async () => {
  const of = open()
  const { janus } = of
  const agent = await of.add('Scout')
  await of.turn(agent, { 'src/a.js': 'one\n2\nthree\nfour\n' })
  const shown = { path: 'src/a.js', before: 'one', after: 'three', text: 'Why?' }
  await janus.window('comments.add', { agent, ...shown, line: 2, lines: ['+2'] })
  await janus.window('comments.add', { agent, ...shown, line: 2, lines: ['-two'], side: 'old' })
  await of.turn(agent, { 'src/a.js': 'new\nnew\none\n2\nthree\nfour\n' })
  const { message } = await janus.window('comments.send', { agent })
  janus.clock.advance(1000)
  const rows = (await janus.log('agent', agent)).items
  const text = rows.find((row) => row.message === message)?.text
  expect(text).toContain('1. src/a.js:4\n')
  expect(text).toContain('2. src/a.js:2 (removed)\n')
})

test('lines with backticks stay within their quotation', async () => {
  const of = open()
  const agent = await of.add('Scout')
  await of.janus.window('comments.add', {
    agent,
    path: 'a.md',
    line: 1,
    lines: ['+````js', '+x'],
    text: 'Hm.',
  })
  await of.janus.window('comments.send', { agent })
  of.janus.clock.advance(1000)
  const [row] = (await of.janus.log('agent', agent)).items
  expect(row?.text).toBe('1 comment on your changes:\n\n1. a.md:1-2\n\n`````diff\n+````js\n+x\n`````\n\nHm.')
})
