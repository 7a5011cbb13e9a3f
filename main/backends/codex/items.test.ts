import { expect, test } from 'vitest'
import { cut } from '../../adapters/processes/output.ts'
import { bareCommand, describeChange, describeItem, describeServerCall, resultOf } from './items.ts'

test('a command is shown without the shell around it', () => {
  expect(bareCommand(`/bin/bash -lc 'echo '\\''hi'\\'''`)).toBe(`echo 'hi'`)
  expect(bareCommand('/bin/zsh -lc "echo \\"$HOME\\""')).toBe('echo "$HOME"')
  expect(bareCommand('/usr/bin/sh -c ls')).toBe('ls')
  expect(bareCommand('npm test')).toBe('npm test')
})

test('a patch is shown as what it changes', () => {
  const update = { type: 'update', move_path: 'c.txt' } as const
  const { tool, input } = describeChange([
    { path: 'a.txt', kind: { type: 'add' }, diff: 'new\n' },
    { path: 'b.txt', kind: update, diff: '@@ -1,2 +1,2 @@\n same\n-old\n+new\n' },
    { path: 'd.txt', kind: { type: 'delete' }, diff: 'gone' },
  ])
  expect(tool).toMatchObject({ kind: 'edit', title: 'a.txt, b.txt, d.txt' })
  expect(tool.diffs).toEqual([
    { path: 'a.txt', before: null, after: 'new\n' },
    { path: 'b.txt', before: 'same\nold', after: 'same\nnew' },
    { path: 'd.txt', before: 'gone', after: '' },
  ])
  expect(input).toBe('b.txt becomes c.txt\nremoves d.txt')
})

test('tools of Janus go by their bare names, those of other servers by both', () => {
  const own = describeServerCall('janus-agents', 'read_message', { message_id: 'msg-1' })
  expect(own.tool).toMatchObject({ name: 'read_message', kind: 'own', title: 'msg-1' })
  expect(describeServerCall('docs', 'find', {}).tool).toMatchObject({ name: 'docs.find', kind: 'other' })
})

const call = { type: 'mcpToolCall', id: 'c', server: 's', tool: 't', arguments: null } as const

test('a result says how its call ended', () => {
  const text = { content: [{ type: 'text', text: 'hi' }, { type: 'image' }] }
  expect(resultOf({ ...call, status: 'completed', result: text, error: null })).toMatchObject({
    text: 'hi\n[image]',
    end: 'done',
  })
  expect(resultOf({ ...call, status: 'failed', result: null, error: { message: 'no' } })).toMatchObject({
    text: 'no',
    end: 'failed',
  })
  expect(resultOf({ type: 'fileChange', id: 'f', changes: [], status: 'declined' })).toMatchObject({
    text: 'The user said no.',
    end: 'failed',
  })
})

test('what is no call of a tool is none', () => {
  expect(describeItem({ type: 'contextCompaction', id: 'x' })).toBeNull()
})

test('what is very long is cut between two characters', () => {
  expect(cut('ab😀', 3)).toBe('ab\n[cut: 2 more characters]')
})
