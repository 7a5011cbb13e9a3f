import type { AgentId } from '../../contract/api/model.ts'
import type { Event } from '../../core/step/events.ts'
import type { PastRow } from '../../core/agents/past.ts'

const keysOf = (name: string) => ({ name, key: name, skeleton: name })

/** `NAME words | answer | words | answer`: a conversation of before, gone on from; 7 turns of it are in its file alone. */
export function takenUp(name: string, said: string): Event {
  const rows = said.split(' | ').map((text, at): PastRow => {
    if (at % 2 === 0) return { at: 1000 + at, prompt: `past-${String(at)}`, said: { kind: 'human', text } }
    return { at: 1000 + at, prompt: null, said: { kind: 'text', text } }
  })
  const turns = Math.ceil(rows.length / 2)
  const past = { rows, turns, earlier: 7, damaged: 0, file: '/past.jsonl' }
  return {
    type: 'agent.resumed',
    name: keysOf(name),
    kind: 'claude',
    cwd: '/ferry',
    model: null,
    permissionMode: 'default',
    policy: 'hybrid',
    role: '',
    personName: 'Mo',
    folder: '/ferry',
    taken: { conversation: 'copy of a past one', past },
  }
}

/** `NAME ROWS` or `NAME ROWS edit`: a fork with so many rows, after one turn. */
export function forkOf(agent: AgentId, rest: string): Event {
  const [name = '', rows = '0', how = 'on'] = rest.split(' ')
  const fork = { how: how as 'on' | 'edit', rows: Number(rows), turns: 1, lastLine: 'As it was.' }
  return { type: 'agent.duplicated', agent, name: keysOf(name), conversation: 'a fork', fork }
}
