import { circleName, guestName } from '../../contract/mail/authors.ts'
import type { HouseName } from '../../contract/fleet/houses.ts'
import type { Actor } from '../../contract/api/model.ts'
import type { CircleDid, Moment } from '../../contract/history/moments.ts'
import type { Message } from '../../contract/mail/messages.ts'
import type { PersonSeat } from '../step/houses.ts'
import { momentOf, person, type Done } from './moment.ts'

/** The person in circles that other houses keep: whether they sit there, their turns, and the end. */
export function circleMoments(done: Done): readonly Moment[] {
  return done.rows.flatMap((row) => {
    if (row.table !== 'house') return []
    const { id: house, circles = [] } = row.row
    const before = done.before.houses.get(house)?.house.circles ?? []
    return circles.flatMap((is) => {
      const was = before.find(({ gathering }) => gathering === is.gathering)
      const [turned, stood] = [turns(done, house, was, is), standing(done, house, was, is)]
      return is.stands === 'taken' ? [...stood, ...turned] : [...turned, ...stood]
    })
  })
}

function standing(done: Done, house: HouseName, was: PersonSeat | undefined, is: PersonSeat) {
  const { gathering, topic, by, stands } = is
  if (was?.stands === stands) return []
  const made = (did: CircleDid, from: Actor, to: readonly Actor[] = []) => [
    circleMoment(done, house, is, { id: `${gathering} ${did} ${done.now}`, did, from, to, text: topic }),
  ]
  switch (stands) {
    case 'asked':
      return made('asked', { by: { kind: 'guest', house, name: by }, name: by }, [person])
    case 'taken':
      return made('seated', person)
    case 'left':
      return made(was?.stands === 'taken' ? 'left' : 'declined', person)
    case 'over':
      return made('over', circleOf(house), [person])
  }
}

/** The question that gives them the piece counts where they sit. */
function turns(done: Done, house: HouseName, was: PersonSeat | undefined, is: PersonSeat): readonly Moment[] {
  const [had, has] = [was, is].map((seat) => (seat?.stands === 'taken' ? seat.ask : null))
  if (had?.id === has?.id) return []
  const made = ({ id }: Message, did: CircleDid, from: Actor, to: readonly Actor[], text = is.topic) =>
    circleMoment(done, house, is, { id: `${id} ${did}`, did, from, to, text })
  const words = had ? saidTo(done, had) : null
  const ended =
    had &&
    (words !== null ? [made(had, words === '' ? 'quiet' : 'spoke', person, [], words || is.topic)] : [])
  const isPassed = had && words === null && is.stands === 'taken' && !has
  return [
    ...(ended ?? []),
    ...(isPassed ? [made(had, 'skipped', person, [])] : []),
    ...(has ? [made(has, 'handed', circleOf(house), [person])] : []),
  ]
}

/** What they said in this step to such a question, "" where they kept silence or only passed; null: nothing. */
function saidTo({ rows }: Done, { id }: Message): string | null {
  const isAnswered = rows.some(
    (row) => row.table === 'message' && row.row.id === id && row.row.state === 'answered',
  )
  if (!isAnswered) return null
  const said = rows.find((row) => row.table === 'entry' && row.row.message === id)
  return said?.table === 'entry' ? said.row.text : ''
}

/** For what nobody in it does. */
function circleOf(house: HouseName): Actor {
  return { by: { kind: 'guest', house, name: circleName }, name: guestName(circleName, house) }
}

function circleMoment(
  done: Done,
  house: HouseName,
  { gathering, topic }: PersonSeat,
  { did, ...made }: Pick<Moment, 'id' | 'from' | 'to' | 'text'> & { readonly did: CircleDid },
): Moment {
  return momentOf(done, { ...made, fact: { kind: 'gathering', did, gathering, house, topic } })
}
