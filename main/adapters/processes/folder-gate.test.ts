import { expect, test } from 'vitest'
import type { FolderTrust } from '../../contract/api/model.ts'
import type { AgentFamily, RunOptions, ProcessRun, ProgramEvent } from './agent-family.ts'
import { behindGate } from './folder-gate.ts'

const prompt = { frame: 'frame', text: 'words', isFromUser: true, how: 'begin', pictures: [] } as const

/** A run behind the gate, over a family that records its calls. */
function begin(look: () => Promise<FolderTrust>) {
  const told: string[] = []
  const heard: ProgramEvent[] = []
  const inner: ProcessRun = {
    run: 3,
    over: Promise.resolve(),
    write: () => told.push('write'),
    interrupt: () => told.push('interrupt'),
    configure: () => told.push('configure'),
    decide: () => told.push('decide'),
    stop: (turn) => told.push(`stop ${turn}`),
    kill: () => told.push('kill'),
  }
  const family = {
    start: (life: RunOptions) => {
      told.push('start')
      void life.trust('/f').then((trust) => told.push(trust))
      return inner
    },
  } as Partial<AgentFamily> as AgentFamily
  const life = {
    run: 3,
    launch: { cwd: '/f' },
    before: Promise.resolve(),
    log: () => undefined,
    trust: look,
    hear: (one: ProgramEvent) => heard.push(one),
  } as unknown as RunOptions
  const run = behindGate(family).start(life)
  const facts = () => heard.flatMap((one) => ('fact' in one ? [one.fact] : []))
  return { run, told, facts }
}

test.each(['plain', 'trusted'] as const)(
  'in a folder that is %s it begins, with just what was looked at',
  async (trust) => {
    const { run, told, facts } = begin(() => Promise.resolve(trust))
    run.write(prompt)
    await run.over
    run.write(prompt)
    run.interrupt()
    run.stop('spare')
    expect(told).toEqual(['start', trust, 'write', 'interrupt', 'stop spare'])
    expect(facts()).toEqual([])
  },
)

test.each(['ask', 'refused'] as const)('in a folder that is %s nothing is started', async (trust) => {
  const { run, told, facts } = begin(() => Promise.resolve(trust))
  await run.over
  expect(told).toEqual([])
  expect(facts()).toEqual([
    { type: 'folder.looked', trust },
    { type: 'process.refused', why: 'trust', detail: '' },
  ])
})

test('a failed check counts as refused', async () => {
  const { run, told, facts } = begin(() => Promise.reject(new Error('gone')))
  await run.over
  expect(told).toEqual([])
  expect(facts()).toMatchObject([{ trust: 'refused' }, { why: 'trust' }])
})

test.each(['stop', 'kill'] as const)('a %s while it is looked ends it', async (how) => {
  const { run, told, facts } = begin(() => Promise.resolve('plain'))
  if (how === 'stop') run.stop('interrupt')
  else run.kill()
  await run.over
  expect(told).toEqual([])
  expect(facts()).toMatchObject([{ type: 'process.exited' }])
})
