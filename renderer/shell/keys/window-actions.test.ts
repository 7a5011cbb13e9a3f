import { expect, onTestFinished, test } from 'vitest'
import type { LinkView } from '../../../main/contract/links/link-views.ts'
import { goToNextWaiting } from '../../features/waiting/go-to-card.ts'
import { mirror } from '../../state/store.ts'
import { tab } from '../../testing/agent.ts'
import { meaningOf, windowActions } from './window-actions.ts'

const scout = { id: 'agt-scout', status: 'working' } as const

test('Esc ends the turn, again within two seconds the process', () => {
  expect(meaningOf(scout, null, 0)).toBe('interrupt')
  const last = { agent: scout.id, at: 1_000 }
  expect(meaningOf(scout, last, 3_000)).toBe('stop')
  expect(meaningOf({ ...scout, status: 'idle' }, last, 3_000)).toBe('stop')
  expect(meaningOf(scout, last, 3_001)).toBe('interrupt')
})

test('Esc means nothing to an agent that rests, and the first press counts for its own agent only', () => {
  expect(meaningOf({ ...scout, status: 'idle' }, null, 0)).toBeNull()
  expect(meaningOf({ ...scout, status: 'stopped' }, { agent: scout.id, at: 0 }, 1)).toBeNull()
  expect(meaningOf(scout, { agent: 'agt-other', at: 0 }, 1)).toBe('interrupt')
})

test('the key for what waits leads there where only a link waits, and nowhere where nothing does', () => {
  const before = mirror.getState()
  onTestFinished(() => mirror.setState(before, true))
  const desk = { agents: [tab('1')], selected: null, gathering: null, meant: null }
  expect(windowActions.nextWaiting(desk)).toBeNull()
  const link = {
    id: 'lnk-1@barn',
    members: ['agt-1', 'agt-bob@barn'],
    pauseReason: 'asked',
    opened: { name: 'Ann@barn', at: 7 },
    machines: { home: 'barn', names: {}, asked: ['agt-1'] },
  } as unknown as LinkView
  mirror.setState({ links: { 'lnk-1@barn': link } })
  expect(windowActions.nextWaiting(desk)).toBe(goToNextWaiting)
})
