import { expect, it } from 'vitest'
import type { HouseName } from '../../../contract/fleet/houses.ts'
import { makeEnvelope, makeEnvelopes, makePresence } from '../../factories/houses.ts'
import type { PostListener } from './post-listener.ts'
import type { Enter, FleetInHand } from './post-suite.ts'

const stands = ({ states }: PostListener): string | undefined => states.at(-1)?.kind

/** What every post must do when two Januses have the key of one house. */
export function runsOnce(fleet: () => FleetInHand, enter: Enter): void {
  const heard = ({ presences }: PostListener, from: HouseName) =>
    presences.flatMap(({ house, presence }) => (house === from ? [presence] : []))

  it('keeps a second Janus of the same key out, tells both, and takes nothing from the first', async () => {
    const [attic, barn] = [await enter('attic'), await enter('barn')]
    barn.post.announce(makePresence())
    const second = await enter('barn')
    expect(stands(second.listener)).toBe('aside')
    second.post.announce(makePresence({ version: '9.9.9' }))
    second.post.send('attic', [makeEnvelope('barn', 'attic', 1, { incarnation: '00000002aabbccdd' })])
    attic.post.send('barn', makeEnvelopes('attic', 'barn', 1, 5))
    barn.post.send('attic', makeEnvelopes('barn', 'attic', 1, 5))
    await fleet().until(Promise.all([barn.listener.untilSaved(5), attic.listener.untilSaved(5)]))
    await fleet().until(barn.listener.until(() => stands(barn.listener) === 'twice'))
    await fleet().until(
      attic.listener.until(() => heard(attic.listener, 'barn').some(({ twice }) => twice === true)),
    )
    expect(attic.listener.saved).toEqual(makeEnvelopes('barn', 'attic', 1, 5))
    expect(new Set(heard(attic.listener, 'barn').map(({ version }) => version))).toEqual(new Set(['0.1.0']))
    expect([second.listener.arrivals, second.listener.presences]).toEqual([[], []])

    await second.post.close()
    await fleet().until(barn.listener.until(() => stands(barn.listener) === 'connected'))
    await fleet().until(attic.listener.until(() => heard(attic.listener, 'barn').at(-1)?.twice === undefined))
  })

  it('lets the second in when it starts anew after the first, and not before', async () => {
    const [attic, barn] = [await enter('attic'), await enter('barn')]
    const second = await enter('barn')
    await barn.post.close()
    attic.post.send('barn', makeEnvelopes('attic', 'barn', 1, 3))
    const again = await enter('barn')
    await fleet().until(again.listener.untilSaved(3))
    expect(second.listener.arrivals).toEqual([])
    await fleet().until(again.listener.until(() => stands(again.listener) === 'twice'))
    await again.post.close()
    await second.post.close()
    const third = await enter('barn')
    attic.post.send('barn', [makeEnvelope('attic', 'barn', 4)])
    await fleet().until(third.listener.untilSaved(1))
    expect(stands(third.listener)).toBe('connected')
  })
}
