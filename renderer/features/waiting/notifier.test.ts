import { expect, test } from 'vitest'
import type { AgentId } from '../../../main/contract/api/model.ts'
import type { SystemNotification } from '../../state/system-news.ts'
import { Notifier } from './notifier.ts'
import type { WaitingThing } from './waiting-list.ts'

const thing = (key: string, agentName = 'scout'): WaitingThing => ({
  key,
  agent: `agt-${agentName}`,
  agentName,
  gathering: null,
  needs: null,
  card: null,
  asks: null,
  words: 'Run?',
  since: 0,
  isHeld: false,
})

/** Records notifications, and what is visible. */
class Desktop {
  readonly open = new Map<string, SystemNotification>()
  told: string[] = []
  readonly bodies = new Set<string>()
  went: string[] = []
  seen: AgentId | null = null
  isAllowed = true
  taken = ''
  rings = 0
  readonly notifier = new Notifier({
    mayNotify: () => this.isAllowed,
    sees: ({ agent }) => agent === this.seen,
    isTaken: (key) => key === this.taken,
    ring: () => void this.rings++,
    lineOf: () => 'npm test',
    show: (title, { body = '', tag = '' }) => {
      this.told.push(`${title} (${tag})`)
      this.bodies.add(body)
      const shown = { onclick: null, close: () => void this.open.delete(tag) }
      this.open.set(tag, shown)
      return shown
    },
    go: (one) => this.went.push(one.key),
  })
}

test('each thing that begins to wait is notified once, and closed when answered', () => {
  const desktop = new Desktop()
  desktop.notifier.update([])
  desktop.notifier.update([thing('crd-1')])
  desktop.notifier.update([thing('crd-1'), thing('crd-2')])
  expect(desktop.told).toEqual(['scout needs you (crd-1)', 'scout needs you (crd-2)'])
  expect([...desktop.bodies]).toEqual(['Run? npm test'])
  desktop.notifier.update([thing('crd-2')])
  expect([...desktop.open.keys()]).toEqual(['crd-2'])
  desktop.notifier.update([])
  expect(desktop.open.size).toBe(0)
})

test('what waited before the window opened, and what is in view, is not told', () => {
  const desktop = new Desktop()
  desktop.notifier.update([thing('crd-1')])
  desktop.seen = 'agt-scout'
  desktop.notifier.update([thing('crd-1'), thing('crd-2')])
  desktop.seen = null
  desktop.notifier.update([thing('crd-1'), thing('crd-2')])
  desktop.isAllowed = false
  desktop.notifier.update([thing('crd-1'), thing('crd-2'), thing('crd-3')])
  expect(desktop.told).toEqual([])
})

test('a click goes to the thing itself', () => {
  const desktop = new Desktop()
  desktop.notifier.update([])
  desktop.notifier.update([thing('crd-1'), thing('crd-2', 'puppet')])
  desktop.open.get('crd-2')?.onclick?.(new Event('click'))
  expect(desktop.went).toEqual(['crd-2'])
  expect([...desktop.open.keys()]).toEqual(['crd-1'])
})

test('unseen things play a sound, also without system notifications, once across windows', () => {
  const desktop = new Desktop()
  desktop.notifier.update([])
  desktop.isAllowed = false
  desktop.taken = 'crd-2'
  desktop.notifier.update([thing('crd-1'), thing('crd-2')])
  expect(desktop.rings).toBe(1)
  desktop.seen = 'agt-scout'
  desktop.notifier.update([thing('crd-1'), thing('crd-2'), thing('crd-3')])
  expect(desktop.rings).toBe(1)
  expect(desktop.told).toEqual([])
})
