import { expect, test } from 'vitest'
import type { Presence } from '../../contract/fleet/machines.ts'
import { silentAfter } from '../core/arrivals.ts'
import { carriedAttic } from '../../testkit/factories/attic.ts'
import { makePeer, makePresence } from '../../testkit/factories/machines.ts'

const bea = makePeer()

function attic() {
  const { janus, fleet, sink } = carriedAttic(() => [{ do: 'say', text: 'SILENT' }])
  return {
    fleet,
    clock: janus.clock,
    present: (more: Partial<Presence>) => sink.present('barn', makePresence({ agents: [bea], ...more })),
    brokerChanged: (kind: 'connected' | 'twice' | 'aside') => sink.brokerChanged({ kind }),
  }
}

test('a machine that runs twice is shown so as long as it says so, with all that it shares, and was not set back', () => {
  const { fleet, clock, present } = attic()
  const barn = () => fleet.view().machines[0]
  present({})
  expect(barn()).toMatchObject({ status: 'here', isTwice: false })
  present({ twice: true })
  expect(barn()).toMatchObject({ status: 'here', isTwice: true, setBackAt: null, agents: [bea] })
  clock.advance(silentAfter)
  expect(barn()).toMatchObject({ status: 'silent', isTwice: false })
  present({ twice: true })
  present({})
  expect(barn()).toMatchObject({ status: 'here', isTwice: false })
})

test('a machine that runs twice itself says so, and what to do in each of the two', () => {
  const { fleet, brokerChanged } = attic()
  brokerChanged('connected')
  expect(fleet.view().broker).toEqual({ status: 'connected', why: '' })
  brokerChanged('twice')
  expect(fleet.view().broker).toEqual({
    status: 'twice',
    why: 'Another Janus runs as attic, with the same fleet.json. It stays offline while this one runs. To use that one instead, quit Janus here and restart it there; otherwise delete fleet.json there.',
  })
  brokerChanged('aside')
  expect(fleet.view().broker).toEqual({
    status: 'aside',
    why: 'Another Janus runs as attic, with the same fleet.json, and started first: this one stays offline. To use this one instead, quit Janus there and restart it here; otherwise have this machine invited under another name.',
  })
})
