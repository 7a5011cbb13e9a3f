import { personKey } from '../../contract/mail/authors.ts'
import type { GatheringId } from '../../contract/gatherings/gatherings.ts'
import { arrival, makeCircleMail } from './houses.ts'
import { ComposedJanus } from './composed.ts'

/** A circle of the house barn as it stands in attic, and what barn tells of it, each thing by its number. */
export const circle: GatheringId = 'gat-theirs0001@barn'

const seat = { gathering: 'gat-theirs0001', topic: 'Which port?', by: 'Ann', member: personKey }

/** A Janus of the house attic whose person has a seat there. */
export async function seatedJanus() {
  const janus = new ComposedJanus(() => [{ do: 'say', text: 'done' }])
  await janus.engine.command({ type: 'houses.known', self: 'attic', others: ['barn'] })
  let n = 0
  const came = (kind: string, body: unknown) => janus.engine.command(arrival(++n, kind, body))
  const mail = (body: string, more: object, of: object) =>
    came('mail', {
      ...makeCircleMail({ id: `msg-there${n + 1}`, body }),
      ...more,
      seat: { gathering: 'gat-theirs0001', as: 'words', number: null, turn: null, ...of },
    })
  const there = {
    /** It keeps the seat, or does so no more. */
    keeps: (seated: boolean) => came('seat', { ...seat, seated }),
    /** Somebody of barn speaks in seat `number`. */
    says: (name: string, number: number, body: string) =>
      mail(body, { from: { id: `agt-${name.toLowerCase()}0000000`, name } }, { number }),
    /** It tells something. */
    tells: (body: string) => mail(body, {}, {}),
    /** The piece comes to the person. Answers the id of their turn. */
    asks: async (body: string) => {
      const turn = { id: 'grt-theirs0001', beat: 0, beats: 0 }
      await mail(body, { expectsReply: true }, { as: 'ask', turn })
      const asked = janus.engine.state.houses.get('barn')?.house.circles?.[0]?.ask
      if (!asked) throw new Error('nobody was asked')
      return asked.id
    },
  }
  await there.keeps(true)
  return { janus, there }
}
