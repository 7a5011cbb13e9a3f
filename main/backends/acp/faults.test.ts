import { randomUUID } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { AgentId } from '../../contract/api/model.ts'
import type { Launch } from '../../ports/ports.ts'
import { VirtualClock } from '../../testkit/virtual-clock.ts'
import type { AcpKind } from './profiles/profiles.ts'
import { RealAcp, type RealAcpOptions } from './real-acp.ts'
import { makeLaunch } from '../../testkit/factories/launch.ts'
import { describeFaults, keepMoving } from '../testing/fault-suite.ts'

const a: AgentId = 'agt-aaaaaaaaaa'
const fake = join(import.meta.dirname, 'testing', 'fake-agent.mjs')

describe('an agent', () => {
  async function open(how: string, kind: AcpKind = 'qwen', options: RealAcpOptions = {}): Promise<RealAcp> {
    const real = await RealAcp.start(kind, { path: fake, environment: () => ({ FAKE_ACP: how }), ...options })
    onTestFinished(() => real.close())
    return real
  }

  function start(real: RealAcp, change: Partial<Launch> = {}): void {
    const launch = makeLaunch({ kind: real.kind, cwd: real.work, conversation: randomUUID(), ...change })
    real.backend.perform({ do: 'agent.start', agent: a, run: 1, launch })
  }

  async function started(how: string, options?: RealAcpOptions, kind?: AcpKind): Promise<RealAcp> {
    const real = await open(how, kind, options)
    start(real)
    return real
  }

  async function ready(how: string, kind?: AcpKind, options?: RealAcpOptions): Promise<RealAcp> {
    const real = await started(how, options, kind)
    await real.heard.next(a, 'process.ready')
    return real
  }

  describeFaults('Qwen', started, ['hangs', 'babbles'])

  test('that is not there is refused, with what to do', async () => {
    const real = await open('', 'qwen', { path: '/nowhere/qwen' })
    start(real)
    expect((await real.heard.next(a, 'process.refused')).detail).toMatch(/not at \/nowhere\/qwen.*Install/)
    expect(real.heard.types(a)).toEqual(['folder.looked', 'process.refused'])
  })

  test('that can be made to think harder says how hard, is started so, and goes back to its own', async () => {
    const real = await open('thinks')
    start(real, { effort: 'high' })
    expect((await real.heard.next(a, 'process.ready')).abilities.efforts).toEqual(['low', 'medium', 'high'])
    const said = async (): Promise<unknown> => {
      const { outcome } = await real.turn(a, 'x')
      return outcome.kind === 'completed' && outcome.text
    }
    const heard = [await said()]
    for (const effort of ['low', 'huge', null]) {
      const to = { model: null, effort, permissionMode: 'default' } as const
      real.backend.perform({ do: 'agent.configure', agent: a, run: 1, ...to })
      heard.push(await said())
    }
    expect(heard).toEqual(['high', 'low', 'low', 'medium'])
  })

  test('that offers nothing of the kind has no efforts', async () => {
    const real = await open('')
    start(real, { effort: 'high' })
    expect((await real.heard.next(a, 'process.ready')).abilities.efforts).toEqual([])
  })

  test.each([
    { program: 'agent | tee x', words: /This line is not run in a shell/ },
    { program: '', words: /Say which program it is/ },
    { program: 'no-such-agent-at-all --acp', words: /no program named no-such-agent-at-all/ },
    { program: '/nowhere/agent --acp', words: /was not found/ },
  ])('by the command line “$program” is refused, with what to do', async ({ program, words }) => {
    const real = await open('', 'other')
    start(real, { program })
    expect((await real.heard.next(a, 'process.refused')).detail).toMatch(words)
  })

  test('by a command line is started without a shell, and spoken with', async () => {
    const real = await open('', 'other')
    start(real, { program: `"${process.execPath}" '${fake}' --acp` })
    await real.heard.next(a, 'process.ready')
    expect(await real.turn(a, 'x')).toMatchObject({ outcome: { text: 'done' } })
  })

  test('that is a program of another kind is refused with that word', async () => {
    const real = await open('', 'other')
    // It echoes every message, so that it seems to send Janus the same requests.
    start(real, { program: `"${process.execPath}" -e "process.stdin.pipe(process.stdout)"` })
    expect((await real.heard.next(a, 'process.refused')).detail).toMatch(
      /does not speak the Agent Client Protocol/,
    )
  })

  test.each([
    ['ends at once', 'process.exit(0)', /ended by itself\. It had not answered yet\. Is its command the one/],
    ['hangs', 'setInterval(() => {}, 1e6)', /did not answer within 60 seconds.*Is its command the one/],
  ])('that is no agent and %s is told so', async (_, script, words) => {
    const clock = new VirtualClock()
    const real = await open('', 'other', { clock })
    start(real, { program: `"${process.execPath}" -e "${script}"` })
    await real.heard.next(a, 'process.spawned')
    keepMoving(clock, 50)
    expect((await real.heard.next(a, 'process.exited')).detail).toMatch(words)
  })

  test.each([
    { how: 'signed-out', words: /could not be used: Authentication required/ },
    { how: 'other-version', words: /speaks version 7 .* Janus speaks 1 and 2/ },
    { how: 'keeps-mode', words: /cannot be told when to ask you: no such mode/ },
  ])('that is $how is not used, and says why', async ({ how, words }) => {
    const real = await started(how)
    expect((await real.heard.next(a, 'process.refused')).detail).toMatch(words)
    expect(real.heard.types(a)).not.toContain('process.ready')
  })

  test('of the user’s own that is signed out names the command that signs in', async () => {
    const real = await open('', 'other')
    const script = join(real.work, 'signed-out.mjs')
    writeFileSync(script, `process.env.FAKE_ACP = 'signed-out'\nawait import(${JSON.stringify(fake)})\n`)
    start(real, { program: `"${process.execPath}" "${script}"` })
    expect((await real.heard.next(a, 'process.refused')).detail).toContain(
      `Authentication required. To sign in, run \`"${process.execPath}" "${script}" login --device\` in a terminal`,
    )
  })

  test('that floods is heard to its end', async () => {
    const real = await ready('floods')
    const { outcome } = await real.turn(a, 'x')
    expect(outcome).toMatchObject({ text: expect.stringMatching(/^0 1 2 .* 19999 done$/) as string })
  })

  test.each([
    { how: 'answers-500', kind: 'qwen', why: 'api_error' },
    { how: 'says-500', kind: 'copilot', why: 'api_error' },
  ] as const)('that $how has broken its turn, and has not answered', async ({ how, kind, why }) => {
    const real = await ready(how, kind)
    const { outcome } = await real.turn(a, 'x')
    expect(outcome).toMatchObject({ kind: 'broken', why, detail: expect.stringContaining('500') as string })
    expect(real.heard.types(a)).not.toContain('block.said')
    expect(real.heard.deltas).toEqual([])
  })

  test('that dies in a turn has no end of it: its words stay, and its process is gone', async () => {
    const real = await ready('dies-in-turn')
    real.write(a, 'x')
    await real.heard.next(a, 'process.exited')
    expect(real.heard.types(a).slice(-2)).toEqual(['block.said', 'process.exited'])
    expect(real.heard.types(a)).not.toContain('turn.ended')
  })

  test('that swallows a prompt is stopped as ever, and what waited behind it is taken back', async () => {
    const real = await ready('swallows')
    const first = real.write(a, 'x')
    await real.heard.next(a, 'frame.accepted', ({ frame }) => frame === first)
    const waiting = real.write(a, 'x')
    await real.heard.next(a, 'frame.accepted', ({ frame }) => frame === waiting)
    expect(real.heard.types(a)).not.toContain('frame.started')
    real.backend.perform({ do: 'agent.interrupt', agent: a, run: 1 })
    expect(await real.heard.next(a, 'frame.cancelled')).toMatchObject({ frame: waiting })
    expect(await real.heard.next(a, 'turn.ended')).toMatchObject({ outcome: { kind: 'interrupted' } })
  })

  test('that goes on with no conversation: of what it died over nobody can say whether it was read', async () => {
    const real = await ready('dies-in-turn', 'gemini')
    const [frame, never] = [real.write(a, 'x'), randomUUID()]
    await real.heard.next(a, 'process.exited')
    const place = { agent: a, kind: real.kind, program: null, cwd: real.work, conversation: 'session-1' }
    real.backend.perform({ do: 'transcript.locate', ...place, frames: [frame, never] })
    expect((await real.heard.next(a, 'frames.located')).found).toMatchObject([
      { frame, found: 'unknown' },
      { frame: never, found: 'absent' },
    ])
  })

  test('that does not stop its turn is ended after a time', async () => {
    const clock = new VirtualClock()
    const real = await ready('never-stops', 'qwen', { clock })
    real.write(a, 'x')
    await real.heard.next(a, 'frame.started')
    real.backend.perform({ do: 'agent.interrupt', agent: a, run: 1 })
    keepMoving(clock)
    expect((await real.heard.next(a, 'process.exited')).detail).toMatch(/did not stop its turn/)
  })

  test('that asks twice for the same gets the one answer of the user twice', async () => {
    const real = await ready('asks-twice')
    real.write(a, 'x')
    const { request } = await real.heard.next(a, 'card.asked')
    await real.heard.next(a, 'block.said', ({ block }) => block.kind === 'result' && block.call === 'call-2')
    real.backend.perform({ do: 'card.decide', agent: a, run: 1, request, decision: { kind: 'allow' } })
    expect(await real.heard.next(a, 'turn.ended')).toMatchObject({ outcome: { text: 'yes yes' } })
    expect(real.heard.types(a).filter((type) => type === 'card.asked')).toHaveLength(1)
  })

  test('whose turn is stopped has its cards taken back, and is told so', async () => {
    const real = await ready('asks-twice')
    real.write(a, 'x')
    const { request } = await real.heard.next(a, 'card.asked')
    real.backend.perform({ do: 'agent.interrupt', agent: a, run: 1 })
    expect(await real.heard.next(a, 'card.withdrawn')).toMatchObject({ request })
    expect(await real.heard.next(a, 'turn.ended')).toMatchObject({ outcome: { kind: 'interrupted' } })
  })

  test('that tells its plan has its steps shown, each change once, and its words stay its answer', async () => {
    const real = await ready('plans')
    expect(await real.turn(a, 'x')).toMatchObject({ outcome: { text: 'Half of it is done.' } })
    const plans = real.heard.facts.flatMap((fact) =>
      fact.type === 'block.said' && fact.block.kind === 'tool' ? [fact.block] : [],
    )
    expect(plans.map(({ tool }) => tool.title)).toEqual(['1 of 2 done', '1 of 2 done', '2 of 2 done'])
    expect(plans[1]?.input).toBe('[x] Read the log\n[>] Fix the port')
  })

  test.each([
    ['x', { kind: 'allow', values: ['Mo'] }, { action: 'accept', content: { name: 'Mo' } }],
    ['x', { kind: 'deny', message: '' }, { action: 'decline' }],
    ['many', { kind: 'deny', message: '', isCancelled: true }, { action: 'cancel' }],
    ['page', { kind: 'allow' }, { action: 'accept' }],
  ] as const)('that asks for input (%s) gets what the user says', async (prompt, decision, answer) => {
    const real = await ready('elicits')
    real.write(a, prompt)
    const { request, form } = await real.heard.next(a, 'card.asked')
    expect(form?.kind).toBe({ x: 'fields', many: 'unusable', page: 'page' }[prompt])
    real.backend.perform({ do: 'card.decide', agent: a, run: 1, request, decision })
    const { outcome } = await real.heard.next(a, 'turn.ended')
    expect(outcome.kind === 'completed' && JSON.parse(outcome.text)).toEqual(answer)
  })

  test('that asks for input and is stopped has its form taken back', async () => {
    const real = await ready('elicits')
    real.write(a, 'x')
    const { request } = await real.heard.next(a, 'card.asked')
    real.backend.perform({ do: 'agent.interrupt', agent: a, run: 1 })
    expect(await real.heard.next(a, 'card.withdrawn')).toMatchObject({ request })
  })

  test('that waits no longer for a form has it taken back, and its turn goes on', async () => {
    const real = await ready('elicits')
    real.write(a, 'late')
    const { request } = await real.heard.next(a, 'card.asked')
    expect(await real.heard.next(a, 'card.withdrawn')).toMatchObject({ request })
    expect(await real.heard.next(a, 'turn.ended')).toMatchObject({ outcome: { kind: 'completed' } })
  })

  test('is introduced to Janus before its first prompt, and once', async () => {
    const real = await ready('echoes', 'qwen', { introduction: 'You are Ada.' })
    expect(await real.turn(a, 'one')).toMatchObject({
      outcome: { text: 'You are Ada.\n\n---\n\none' },
    })
    expect(await real.turn(a, 'two')).toMatchObject({ outcome: { text: 'two' } })
    expect(await real.turn(a, '/clear', { isFromUser: false })).toMatchObject({
      outcome: { text: '[Not a command:]\n/clear' },
    })
  })

  test('is told how to ask the user at every start, whatever it begins with', async () => {
    const real = await open('dies-in-turn')
    start(real, { permissionMode: 'acceptEdits', conversation: 'session-1', conversed: true })
    await real.heard.next(a, 'process.ready')
    real.write(a, 'x')
    expect((await real.heard.next(a, 'process.exited')).detail).toContain('mode auto-edit')
  })

  test.each(['closes', 'closes-never'])(
    'that %s a session is told, and ended whatever it says',
    async (how) => {
      const real = await ready(how)
      await real.stop(a)
      expect(readFileSync(join(real.work, 'closed.txt'), 'utf8')).toBe('session-1')
    },
  )

  test.each([
    ['takes-folders', 'session/new', ['/beside']],
    ['takes-folders', 'session/load', ['/beside']],
    ['', 'session/new', null],
  ] as const)('%s: %s names the added folders where it takes any', async (how, method, folders) => {
    const real = await open(how)
    const allowed = [{ kind: 'rule', rule: 'x' } as const, { kind: 'folder', path: '/beside' } as const]
    const before = method === 'session/load' ? { conversation: 'session-1', conversed: true } : {}
    start(real, { allowed, ...before })
    const { abilities } = await real.heard.next(a, 'process.ready')
    expect(abilities.addsFolders).toBe(how === 'takes-folders')
    expect(JSON.parse(readFileSync(join(real.work, 'folders.txt'), 'utf8'))).toEqual(folders)
    await real.stop(a)
  })
})
