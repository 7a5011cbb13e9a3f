import { expect, test } from 'vitest'
import type { PeerAgent, Presence } from '../../contract/fleet/houses.ts'
import { usualKind } from '../../contract/agents/kinds.ts'
import { createNameRules } from '../../adapters/names/name-rules.ts'
import { silence } from '../core/arrivals.ts'
import type { Post, PostSink } from '../../ports/post.ts'
import { ComposedJanus } from '../../testkit/factories/composed.ts'
import { makePresence } from '../../testkit/factories/houses.ts'
import { Fleet } from './fleet.ts'

const bea: PeerAgent = {
  id: 'agt-0000000001',
  name: 'Bea',
  kind: usualKind,
  role: '',
  look: { hue: 1, shape: 1 },
  status: 'idle',
  needs: null,
  shared: 'open',
}

/** A Janus that is the attic, with the end of what carries in the test's hand. */
function attic() {
  const janus = new ComposedJanus(() => [{ do: 'say', text: 'SILENT' }])
  let sink: PostSink | null = null
  const post: Post = {
    house: 'attic',
    founder: 'attic',
    others: ['barn'],
    connect: (to) => void (sink = to),
    send: () => undefined,
    announce: () => undefined,
    close: () => Promise.resolve(),
  }
  const { engine, store, clock } = janus
  const told = { person: () => 'Mo', changed: () => undefined, log: () => undefined }
  const fleet = new Fleet({
    post,
    engine,
    store,
    clock,
    names: createNameRules('Mo'),
    disk: janus.disk,
    ...told,
  })
  fleet.begin()
  const present = (more: Partial<Presence>): void =>
    sink?.present('barn', makePresence({ agents: [bea], ...more }))
  return {
    fleet,
    clock,
    present,
    carried: (kind: 'connected' | 'twice' | 'aside') => sink?.carried({ kind }),
  }
}

test('a house that runs twice is shown so as long as it says so, with all that it shares, and was not set back', () => {
  const { fleet, clock, present } = attic()
  const barn = () => fleet.view().houses[0]
  present({})
  expect(barn()).toMatchObject({ stands: 'here', isTwice: false })
  present({ twice: true })
  expect(barn()).toMatchObject({ stands: 'here', isTwice: true, setBackAt: null, agents: [bea] })
  clock.advance(silence)
  expect(barn()).toMatchObject({ stands: 'silent', isTwice: false })
  present({ twice: true })
  present({})
  expect(barn()).toMatchObject({ stands: 'here', isTwice: false })
})

test('a house that runs twice itself says so, and what to do in each of the two', () => {
  const { fleet, carried } = attic()
  carried('connected')
  expect(fleet.view().carrier).toEqual({ stands: 'connected', why: '' })
  carried('twice')
  expect(fleet.view().carrier).toEqual({
    stands: 'twice',
    why: 'Another Janus runs as attic, with the same fleet.json. It takes no part as long as this one runs. If attic is to be there from now on, quit this one, then start that one again; else take fleet.json away there.',
  })
  carried('aside')
  expect(fleet.view().carrier).toEqual({
    stands: 'aside',
    why: 'Another Janus runs as attic, with the same fleet.json, and was there first: this one takes no part. If attic is to be here from now on, quit that one, then start this one again; else have a house of another name invited for here.',
  })
})
