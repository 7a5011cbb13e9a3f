import type { MachineName } from '../../contract/fleet/machines.ts'
import type { Actor } from '../../contract/api/model.ts'
import type { CircleDid, TimelineEntry } from '../../contract/history/timeline-entries.ts'
import type { Message } from '../../contract/mail/messages.ts'
import type { UserSeat } from '../step/machines.ts'
import { timelineEntryOf, userActor, type FinishedStep } from './timeline-entry.ts'

/** The user in other machines' gatherings: seat, turns and end. */
export function circleEntries(done: FinishedStep): readonly TimelineEntry[] {
  return done.rows.flatMap((row) => {
    if (row.table !== 'machine') return []
    const { id: machine, circles = [] } = row.row
    const before = done.before.machines.get(machine)?.machine.circles ?? []
    return circles.flatMap((is) => {
      const was = before.find(({ gathering }) => gathering === is.gathering)
      const [turned, stood] = [turns(done, machine, was, is), standing(done, machine, was, is)]
      return is.stands === 'taken' ? [...stood, ...turned] : [...turned, ...stood]
    })
  })
}

function standing(done: FinishedStep, machine: MachineName, was: UserSeat | undefined, is: UserSeat) {
  const { gathering, topic, by, stands } = is
  if (was?.stands === stands) return []
  const made = (did: CircleDid, from: Actor | null, to: readonly Actor[] = []) => [
    circleEntry(done, machine, is, { id: `${gathering} ${did} ${done.now}`, did, from, to, text: topic }),
  ]
  switch (stands) {
    case 'asked':
      return made('asked', { by: { kind: 'guest', machine, name: by }, name: by }, [userActor])
    case 'taken':
      return made('seated', userActor)
    case 'left':
      return made(was?.stands === 'taken' ? 'left' : 'declined', userActor)
    case 'over':
      return made('over', null)
  }
}

/** Questions only count while the user has the seat. */
function turns(
  done: FinishedStep,
  machine: MachineName,
  was: UserSeat | undefined,
  is: UserSeat,
): readonly TimelineEntry[] {
  const [had, has] = [was, is].map((seat) => (seat?.stands === 'taken' ? seat.ask : null))
  if (had?.id === has?.id) return []
  const made = ({ id }: Message, did: CircleDid, from: Actor | null, to: readonly Actor[], text = is.topic) =>
    circleEntry(done, machine, is, { id: `${id} ${did}`, did, from, to, text })
  const words = had ? saidTo(done, had) : null
  const ended =
    had &&
    (words !== null ? [made(had, words === '' ? 'quiet' : 'spoke', userActor, [], words || is.topic)] : [])
  const isPassed = had && words === null && is.stands === 'taken' && !has
  return [
    ...(ended ?? []),
    ...(isPassed ? [made(had, 'skipped', userActor, [])] : []),
    ...(has ? [made(has, 'handed', null, [userActor])] : []),
  ]
}

/** What the user answered in this step; empty: silence or only a pass; null: nothing. */
function saidTo({ rows }: FinishedStep, { id }: Message): string | null {
  const isAnswered = rows.some(
    (row) => row.table === 'message' && row.row.id === id && row.row.state === 'answered',
  )
  if (!isAnswered) return null
  const said = rows.find((row) => row.table === 'entry' && row.row.message === id)
  return said?.table === 'entry' ? said.row.text : ''
}

function circleEntry(
  done: FinishedStep,
  machine: MachineName,
  { gathering, topic }: UserSeat,
  { did, ...made }: Pick<TimelineEntry, 'id' | 'from' | 'to' | 'text'> & { readonly did: CircleDid },
): TimelineEntry {
  return timelineEntryOf(done, { ...made, fact: { kind: 'gathering', did, gathering, machine, topic } })
}
