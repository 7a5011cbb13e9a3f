import { expect, test } from 'vitest'
import { shiftToPast, shiftState, newestTime } from '../../core/clock/clock-jump.ts'
import { quiet } from '../../core/step/machines.ts'
import { emptyState, type State } from '../../core/step/state.ts'
import { FullSim } from './full-sim.ts'
import { GatheringSim } from './gathering-sim.ts'

const hour = 3_600_000

/** Every number in a record that is large enough for a timestamp, by its path. */
function timesIn(value: unknown, path = ''): ReadonlyMap<string, number> {
  if (typeof value === 'number') return new Map(value > Date.UTC(2025, 0, 1) ? [[path, value]] : [])
  if (typeof value !== 'object' || value === null) return new Map()
  const fields = value instanceof Map ? [...value] : Object.entries(value)
  return new Map(fields.flatMap(([key, one]) => [...timesIn(one, `${path}.${String(key)}`)]))
}

/** States in the middle of worlds, with much open work. */
function* states(): Generator<State> {
  for (const seed of [1, 2])
    for (const world of [new FullSim(seed), new GatheringSim(seed)])
      for (let moment = 0; moment < 24; moment += 1) {
        world.live()
        yield { ...world.engine.state, day: null }
      }
}

// A new timestamp field has to be added to the lists of `clock-jump`; calendar days are not shifted.
test('a clock that is set back leaves no time of an open record where it was', () => {
  for (const state of states()) {
    const { state: told } = shiftState(state, -hour)
    const [before, after] = [timesIn(state), timesIn(told)]
    expect([...after]).toEqual([...before].map(([path, time]) => [path, time - hour]))
  }
})

test('so are the times of other machines, and what they were told stays as it was told', () => {
  const at = Date.UTC(2026, 0, 1)
  const heard = { incarnation: '', n: 0 }
  const seat = {
    gathering: 'gat-0000000001@barn' as const,
    topic: 'Which port?',
    by: 'Ann@barn',
    stands: 'taken' as const,
    thread: null,
    words: 0,
    isNew: false,
    ask: null,
    pausedAt: at,
  }
  const known = quiet({
    id: 'barn',
    as: '',
    told: 1,
    taken: 0,
    heard,
    agents: [],
    version: '',
    setBackAt: at,
    misread: { by: 'us', kind: 'poem', version: '', at },
    circles: [seat],
  })
  const outgoing = [{ id: 'barn 1', machine: 'barn', n: 1, kind: 'poem', body: { at } }]
  const one = { ...known, outgoing, presentAt: at, againAt: at }
  const { state: told, rows } = shiftState({ ...emptyState, at, machines: new Map([['barn', one]]) }, -hour)
  const is = told.machines.get('barn')
  expect([...timesIn({ ...is, outgoing: [] }).values()]).toEqual(Array(5).fill(at - hour))
  expect(is?.outgoing).toEqual(outgoing)
  expect(rows).toEqual([{ table: 'machine', row: is?.machine }])
})

test('the newest thing that happened has happened by now', () => {
  const newest = [...states()].map((state) => newestTime(state) - state.at)
  expect(Math.max(...newest)).toBe(0)
})

test('a settled record that is reopened has no time in the future, and is otherwise unchanged', () => {
  const at = Date.UTC(2026, 0, 1)
  const answered = { acceptedAt: at - 2000, stateAt: at, handled: { at: at - 1000 }, n: at }
  expect(shiftToPast(answered, at)).toBe(answered)
  expect(shiftToPast(answered, at - hour)).toEqual({
    acceptedAt: at - 2000 - hour,
    stateAt: at - hour,
    handled: { at: at - 1000 - hour },
    n: at,
  })
})
