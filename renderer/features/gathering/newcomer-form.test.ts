import { expect, test } from 'vitest'
import { joinInput, harvesterInput } from '../../entities/gathering/gathering-acts.ts'
import { peersToSeat } from '../../state/peers.ts'
import { fleet, machine, peer } from '../../testing/fleet.ts'
import { circle as gatheringOf, seatsOf } from '../../testing/gathering.ts'
import { canHarvestLater, whoCanCome } from './newcomer-form.tsx'

const circle = gatheringOf({ seats: seatsOf('Scout then') })
const elsewhere = { gathering: 'gat-2', topic: 'Winter', number: 1, hasPiece: false } as const
const tabs = [
  { id: 'agt-scout', name: 'Scout', seat: null },
  { id: 'agt-scribe', name: 'Scribe', seat: null },
  { id: 'agt-ops', name: 'Ops', seat: elsewhere },
] as const

test('members cannot be added again, members of another gathering are marked, and the user can be added once', () => {
  expect(whoCanCome(circle, 'seat', tabs).map(({ words }) => words)).toEqual([
    'Ops, who sits in Winter',
    'A new agent',
    'Yourself',
  ])
  const user = { away: false, hand: false, note: '', holds: false }
  expect(whoCanCome({ ...circle, user }, 'seat', tabs).map(({ who }) => who)).toEqual(['agt-ops', 'new'])
})

test('remote agents and users can take a seat but never harvest', () => {
  const peers = peersToSeat(fleet([machine('barn', [peer('Bob'), peer('Eve')], { user: 'Ann' })]))
  const seats = seatsOf('Scout then', 'Eve then').map((one) =>
    one.name === 'Eve' ? { ...one, agent: 'agt-Eve@barn' as const } : one,
  )
  const seated = { ...circle, seats }
  expect(whoCanCome(seated, 'seat', tabs, peers).slice(-2)).toEqual([
    { who: 'agt-Bob@barn', words: 'Bob@barn, of another machine' },
    { who: 'agt-person@barn', words: 'Ann@barn, a user of another machine' },
  ])
  const left = seats.map((one) => ({ ...one, state: 'gone' as const }))
  expect(whoCanCome({ ...circle, seats: left }, 'seat', tabs, peers).at(-2)?.who).toBe('agt-Eve@barn')
  expect(whoCanCome(circle, 'harvester', tabs, peers)).toEqual(whoCanCome(circle, 'harvester', tabs))
})

test('the harvester of a closed gathering may still harvest it, the user never', () => {
  expect(whoCanCome(circle, 'harvester', tabs).map(({ who }) => who)).toEqual(['agt-ops', 'new'])
  expect(whoCanCome({ ...circle, state: 'closed' }, 'harvester', tabs).map(({ who }) => who)).toEqual([
    'agt-scribe',
    'agt-ops',
    'new',
  ])
})

test('without statements there is nothing to harvest', () => {
  const said = {
    id: 'utt-1',
    kind: 'said',
    number: 1,
    name: 'n',
    phase: 'hold',
    round: 1,
    first: 'x',
    sealed: false,
  } as const
  const closed = { state: 'closed', harvest: null, heard: [said] } as const
  expect(canHarvestLater(closed)).toBe(true)
  expect(canHarvestLater({ ...closed, heard: [] })).toBe(false)
  expect(canHarvestLater({ ...closed, state: 'running' })).toBe(false)
})

test('a new tab for a seat, or to harvest, is of the kind that was chosen; a tab that is there keeps its own', () => {
  const codex = { kind: 'codex', program: 'x' } as const
  const one = { who: 'new', name: ' Diver ', role: '', of: codex, setUp: {} } as const
  expect(joinInput('gat-1', one)).toEqual({ id: 'gat-1', name: 'Diver', spawn: { kind: 'codex' } })
  const setUp = { model: 'gpt-5', effort: null, permissionMode: 'plan' } as const
  const chosen = { kind: 'codex', model: 'gpt-5', permissionMode: 'plan' }
  expect(joinInput('gat-1', { ...one, setUp })).toEqual({ id: 'gat-1', name: 'Diver', spawn: chosen })
  const of = { kind: 'other', program: ' goose acp ' } as const
  const spawn = { kind: 'other', program: 'goose acp' }
  expect(harvesterInput('gat-1', { ...one, of })).toEqual({ id: 'gat-1', name: 'Diver', spawn })
  expect(joinInput('gat-1', { ...one, who: 'agt-ops' })).toEqual({ id: 'gat-1', agent: 'agt-ops' })
})
