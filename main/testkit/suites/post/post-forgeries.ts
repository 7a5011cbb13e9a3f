import { expect, it } from 'vitest'
import type { Envelope, HouseName } from '../../../contract/fleet/houses.ts'
import { makeEnvelope } from '../../factories/houses.ts'
import type { Enter, FleetInHand } from './post-suite.ts'

/** Something put into a box by hand, as whoever has an account on the carrier, or runs it, can do. */
export interface Forgery {
  /** By whose account. */
  readonly by: HouseName
  readonly to: HouseName
  readonly envelope: Envelope
  /** Whose key signs it; a stranger's is known to nobody. */
  readonly signedBy: HouseName | 'stranger'
  /** What the carrier tells two messages apart by; another one each time, where nothing is said. */
  readonly id?: string
}

/** What every post must drop. */
export function refusesForgeries(fleet: () => FleetInHand, enter: Enter): void {
  const forgeries: Record<string, Forgery> = {
    'bears a stranger’s signature': {
      by: 'barn',
      to: 'cellar',
      signedBy: 'stranger',
      envelope: makeEnvelope('barn', 'cellar', 1),
    },
    'says that it is from another house': {
      by: 'barn',
      to: 'cellar',
      signedBy: 'barn',
      envelope: makeEnvelope('attic', 'cellar', 1),
    },
    'is another house’s own, brought by this one': {
      by: 'barn',
      to: 'cellar',
      signedBy: 'attic',
      envelope: makeEnvelope('attic', 'cellar', 1),
    },
    'was meant for another house': {
      by: 'barn',
      to: 'cellar',
      signedBy: 'barn',
      envelope: makeEnvelope('barn', 'attic', 1),
    },
    'has no place': {
      by: 'barn',
      to: 'cellar',
      signedBy: 'barn',
      envelope: makeEnvelope('barn', 'cellar', 0),
    },
  }

  it.each(Object.entries(forgeries))(
    'drops what %s, tells of it once, and goes on',
    async (_what, forgery) => {
      const cellar = await enter('cellar')
      const barn = await enter('barn')
      await fleet().until(fleet().forge(forgery))
      await fleet().until(fleet().forge(forgery))
      barn.post.send('cellar', [makeEnvelope('barn', 'cellar', 1)])
      await fleet().until(cellar.listener.untilSaved(1))
      expect(cellar.listener.arrivals).toEqual([makeEnvelope('barn', 'cellar', 1)])
      const drops = cellar.listener.states.filter(({ kind }) => kind === 'dropped')
      expect(drops).toMatchObject([{ kind: 'dropped', house: 'barn' }])
    },
  )

  it('lets no house keep another’s words away by taking their id before', async () => {
    const cellar = await enter('cellar')
    const id = 'attic:00112233aabbccdd:1:1'
    for (const by of ['barn', 'attic'])
      await fleet().until(
        fleet().forge({ by, to: 'cellar', signedBy: by, id, envelope: makeEnvelope(by, 'cellar', 1) }),
      )
    await fleet().until(cellar.listener.untilSaved(2))
    expect(cellar.listener.saved.map(({ from }) => from).sort()).toEqual(['attic', 'barn'])
  })
}
