import { randomUUID } from 'node:crypto'
import { readFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { AgentId } from '../../contract/api/model.ts'
import { copyConversation } from './conversation.ts'
import { RealBackend } from './real-backend.ts'
import { findTranscript } from './transcript.ts'
import { startAgent } from '../testing/start-agent.ts'

const agent: AgentId = 'agt-forked'

async function open(): Promise<RealBackend> {
  const real = await RealBackend.start()
  onTestFinished(() => real.close())
  return real
}

async function turn(
  real: RealBackend,
  conversation: string,
  text: string,
  frame: string,
  run: number,
): Promise<void> {
  const ready = await startAgent(real, agent, { kind: 'claude', conversation, conversed: run > 1, run })
  expect(ready.historyLost).toBe(false)
  await real.turn(agent, text, { run, frame })
}

const lastAsked = (real: RealBackend): string => JSON.stringify(real.model.requests().at(-1)?.messages)
test('a copy ends before a prompt, or after the turn of one; an unknown place is refused in words', async () => {
  const real = await open()
  const [conversation, one, two, three] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()]
  await turn(real, conversation, 'say: alpha', one, 1)
  for (const [frame, text] of [
    [two, 'say: beta'],
    [three, 'say: gamma'],
  ] as const) {
    await real.turn(agent, text, { frame })
  }
  await real.stop(agent)
  const until = await copyConversation(real.config, conversation, {
    after: two,
    before: [randomUUID(), three],
  })
  await turn(real, until ?? '', 'say: onward', randomUUID(), 2)
  expect(lastAsked(real)).toContain('beta')
  expect(lastAsked(real)).not.toContain('gamma')
  await real.stop(agent, 2)
  // A fork of a fork: prompts keep their ids.
  const again = await copyConversation(real.config, until ?? '', { after: one, before: [two] })
  await turn(real, again ?? '', 'say: elsewhere', randomUUID(), 3)
  expect(lastAsked(real)).toContain('alpha')
  expect(lastAsked(real)).not.toMatch(/beta|onward/)
  await real.stop(agent, 3)
  expect(await copyConversation(real.config, conversation, { after: null, before: [one] })).toBeNull()
  const folder = (await findTranscript(real.config, conversation))?.replace(/[^/\\]+$/, '') ?? ''
  const files = await readdir(folder)
  const nowhere = copyConversation(real.config, conversation, { after: randomUUID(), before: [] })
  await expect(nowhere).rejects.toThrow('That place is not in its present conversation any more')
  expect(await readdir(folder)).toEqual(files)
})

test('what tools changed in files is looked at, then taken back, also by a later process; commands’ files stay', async () => {
  const real = await open()
  const [conversation, first, second] = [randomUUID(), randomUUID(), randomUUID()]
  const path = join(real.work, 'fares.txt')
  await writeFile(path, 'child: 2\n')
  await startAgent(real, agent, { kind: 'claude', conversation, permissionMode: 'acceptEdits' })
  const write = async (frame: string, text: string): Promise<void> => {
    await real.turn(agent, text, { frame })
  }
  const edit = (from: string, to: string) =>
    `call: Read {"file_path":"${path}"}\ncall: Edit {"file_path":"${path}","old_string":"${from}","new_string":"${to}"}\nsay: done`
  await write(first, edit('child: 2', 'child: 3'))
  await write(second, edit('child: 3', 'child: 4'))
  await real.stop(agent)
  await turn(real, conversation, 'say: later', randomUUID(), 2)
  const looked = await real.backend.undoFiles(agent, second, 'look')
  expect(looked).toEqual({ isDone: false, files: [path], lines: { added: 1, removed: 1 } })
  expect(await readFile(path, 'utf8')).toBe('child: 4\n')
  expect(await real.backend.undoFiles(agent, second, 'do')).toMatchObject({ isDone: true, files: [path] })
  expect(await readFile(path, 'utf8')).toBe('child: 3\n')
  await real.backend.undoFiles(agent, first, 'do')
  expect(await readFile(path, 'utf8')).toBe('child: 2\n')
  await expect(real.backend.undoFiles(agent, randomUUID(), 'look')).rejects.toThrow('Nothing is kept')
  await real.stop(agent, 2)
  await expect(real.backend.undoFiles(agent, first, 'look')).rejects.toThrow('does not run')
})
