import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { AgentId, FrameId } from '../../contract/api/model.ts'
import type { Launch, Located, ProcessRecord } from '../../ports/ports.ts'
import { folderMarker } from '../../adapters/processes/orphan-guard.ts'
import { RealBackend } from './real-backend.ts'
import { livingMembers, signal, startTime } from '../../adapters/processes/system-processes.ts'
import { findTranscript } from './transcript.ts'
import { makeLaunch } from '../../testkit/factories/launch.ts'

const a: AgentId = 'agt-aaaaaaaaaa'

describe('after a death', () => {
  let real: RealBackend
  let conversation: string
  let run: number
  let conversed: boolean

  beforeEach(async () => {
    real = await RealBackend.start()
    conversation = randomUUID()
    run = 0
    conversed = false
  })

  afterEach(() => real.close())

  function launch(): Launch {
    return makeLaunch({ kind: 'claude', cwd: real.work, conversation, conversed })
  }

  async function start(): Promise<{ historyLost: boolean }> {
    run++
    real.backend.perform({ do: 'agent.start', agent: a, run, launch: launch() })
    return real.heard.next(a, 'process.ready')
  }

  function write(text: string): FrameId {
    return real.write(a, text, { run, isFromUser: false })
  }

  async function die(): Promise<void> {
    real.kill(a)
    await real.heard.next(a, 'process.exited')
  }

  async function locate(frame: FrameId): Promise<Partial<Located>> {
    const place = { agent: a, kind: 'claude', program: null, cwd: real.work, conversation } as const
    real.backend.perform({ do: 'transcript.locate', ...place, frames: [frame] })
    return (await real.heard.next(a, 'frames.located')).found[0] ?? {}
  }

  async function copies(words: string): Promise<number> {
    const path = await findTranscript(real.config, conversation)
    const lines = path === null ? [] : (await readFile(path, 'utf8')).split('\n')
    return lines.filter((line) => line.includes('"type":"user"') && line.includes(words)).length
  }

  test('a resumed conversation knows what was said', async () => {
    await start()
    write('say: the word is willow')
    await real.heard.next(a, 'turn.ended')
    await die()
    conversed = true
    expect(await start()).toMatchObject({ historyLost: false })
    write('say: next')
    await real.heard.next(a, 'turn.ended')
    expect(JSON.stringify(real.model.requests().at(-1)?.messages)).toContain('the word is willow')
  })

  test('killed as soon as it has the prompt: absent, and writing it again gives one copy', async () => {
    await start()
    const frame = write('wait: gate\nsay: once')
    await real.heard.next(a, 'frame.accepted')
    await die()
    expect(await locate(frame)).toMatchObject({ found: 'absent' })
    // A file without messages can be neither resumed nor started again, so the id changes.
    await start()
    const changed = real.heard.facts.findLast((fact) => fact.type === 'conversation.changed')
    if (changed?.type === 'conversation.changed') conversation = changed.conversation
    write('say: once')
    await real.heard.next(a, 'turn.ended')
    expect(await copies('say: once')).toBe(1)
  })

  test.each([
    { when: 'its first words stream', text: 'slow: 1 the first words\nwait: gate' },
    { when: 'a tool of it runs', text: 'call: Bash {"command":"tail -f /dev/null"}' },
  ])('killed while $when: unfinished, and a nudge gives one copy', async ({ text }) => {
    await start()
    const frame = write(`${text}\nsay: unique words`)
    if (text.startsWith('call')) await real.heard.next(a, 'card.asked')
    else await real.model.held('gate')
    await real.recorded(conversation, `"uuid":"${frame}"`)
    await die()
    expect(await locate(frame)).toMatchObject({ found: 'unfinished' })
    conversed = true
    expect(await start()).toMatchObject({ historyLost: false })
    const nudge = write('say: going on')
    expect(await real.heard.next(a, 'turn.ended')).toMatchObject({ outcome: { text: 'going on' } })
    expect(await copies('say: unique words')).toBe(1)
    expect(await locate(nudge)).toMatchObject({ found: 'finished' })
  })

  test('a conversation whose file is gone begins again under its id, and that is told', async () => {
    conversed = true
    expect(await start()).toMatchObject({ historyLost: true })
    write('say: afresh')
    await real.heard.next(a, 'turn.ended')
    expect(real.heard.types(a)).not.toContain('conversation.changed')
  })

  test('what a tool started ends with its CLI, though it has a session of its own', async () => {
    await start()
    write('call: Bash {"command":"(tail -f /dev/null &) ; echo up > up; tail -F /dev/null"}')
    const { request } = await real.heard.next(a, 'card.asked')
    real.backend.perform({ do: 'card.decide', agent: a, run, request, decision: { kind: 'allow' } })
    await real.appears('work/up')
    const pid = real.pid(a)
    const marker = folderMarker(real.state)
    expect(livingMembers(null, marker).length).toBeGreaterThanOrEqual(3)
    await die()
    expect(livingMembers(pid, marker)).toEqual([])
  })

  test('an orphan ends its turn unheard; it is ended, and its answer stands in the transcript', async () => {
    const frame = randomUUID()
    const { record, parent } = await orphan(real, conversation, frame, 'wait: gate\nsay: nobody heard this')
    await real.model.held('gate')
    signal(parent, 'SIGKILL')
    const recorded = real.recorded(conversation, '"text":"nobody heard this"')
    real.model.release('gate')
    await recorded
    await real.backend.endOrphans([record])
    expect(livingMembers(record.pid, folderMarker(real.state))).toEqual([])
    expect(await locate(frame)).toEqual({ frame, found: 'finished', text: 'nobody heard this' })
  })

  test('orphans are ended with all that they started; a process with another start time is not', async () => {
    const bystander = spawn('tail', ['-f', '/dev/null'], { detached: true, stdio: 'ignore' })
    onTestFinished(() => signal(bystander.pid ?? 0, 'SIGKILL'))
    const other = { pid: bystander.pid ?? 0, startedAt: 'another time' }
    expect(startTime(other.pid)).not.toBe(other.startedAt)
    const script = 'call: Bash {"command":"echo up > up; tail -F /dev/null"}'
    const { record, parent } = await orphan(real, conversation, randomUUID(), script)
    await real.appears('work/up')
    signal(parent, 'SIGKILL')
    await real.backend.endOrphans([record, other])
    expect(livingMembers(record.pid, folderMarker(real.state))).toEqual([])
    expect(startTime(record.pid)).toBeNull()
    expect(startTime(other.pid)).not.toBeNull()
  })
})

/** Another app with the same state folder, whose agent has just read a prompt. */
async function orphan(
  real: RealBackend,
  conversation: string,
  frame: string,
  text: string,
): Promise<{ record: ProcessRecord; parent: number }> {
  const program = join(import.meta.dirname, 'testing', 'parent.ts')
  const parent = spawn(process.execPath, [program, real.home, real.model.url, conversation, frame, text], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(createInterface({ input: parent.stdout }), 'line')) as [string]
  return { record: JSON.parse(line) as ProcessRecord, parent: parent.pid ?? 0 }
}
