import type { ListenerView } from '../../../main/contract/gatherings/gathering-views.ts'
import { visible } from '../../components/hygiene.ts'
import { Icon } from '../../components/icon.tsx'
import { Name } from '../../components/safe-text.tsx'
import { isGuest } from '../../state/peers.ts'
import { useFates } from '../../state/store.ts'
import { withFate } from '../../state/logs.ts'
import { signOf, type Sign } from '../../entities/message/receipt.ts'
import { ReceiptSign } from '../../entities/message/receipt-view.tsx'
import css from './gathering-log.module.css'

/** The signs in words. */
const takenWords: Readonly<Record<Sign, string>> = {
  ring: 'waits for the next prompt',
  half: 'in the input',
  disc: 'read',
  x: 'not read',
}

/** How far words have come at a listener: when the person of another house reads what has come there nobody is told. */
export function signAt(one: Pick<ListenerView, 'state' | 'inInput' | 'to'>): Sign {
  const sign = signOf(one)
  return sign === 'disc' && isGuest(one.to) ? 'half' : sign
}

const wordsAt = (one: ListenerView): string =>
  isGuest(one.to) && signAt(one) === 'half' ? 'has come to their Janus' : takenWords[signAt(one)]

/** How many have come how far. */
export function countsOf(
  sent: readonly Pick<ListenerView, 'state' | 'inInput' | 'to'>[],
): Readonly<Record<Sign, number>> {
  const counts = { ring: 0, half: 0, disc: 0, x: 0 }
  for (const one of sent) counts[signAt(one)] += 1
  return counts
}

/** With more listeners than this they are counted. */
const mostDots = 8

/** Who has taken an utterance in: facts, no theatre. */
export function Heard({ sent: first }: { readonly sent: readonly ListenerView[] }) {
  const fates = useFates(first)
  const sent = first.map((one, at) => withFate(one, fates[at]))
  if (sent.length === 0) return null
  const seats = sent.filter((one) => one.number !== 0)
  const harvester = sent.find((one) => one.number === 0)
  return (
    <p className={css.heard}>
      <span className="vh">Taken in by: </span>
      {seats.length > mostDots ? (
        <Counted seats={seats} />
      ) : (
        seats.map((one) => <Listening key={one.number} one={one} />)
      )}
      {harvester && (
        <span title={visible(`${harvester.name}: ${takenWords[signOf(harvester)]}`)}>
          <Icon name="ear" />
          <Name name={harvester.name} />
        </span>
      )}
    </p>
  )
}

function Listening({ one }: { readonly one: ListenerView }) {
  const words = wordsAt(one)
  return (
    <span title={visible(`${one.name}: ${words}`)}>
      <ReceiptSign of={signAt(one)} />
      <span aria-hidden="true">{one.number}</span>
      <span className="vh">
        <Name name={one.name} />: {words};{' '}
      </span>
    </span>
  )
}

function Counted({ seats }: { readonly seats: readonly ListenerView[] }) {
  const counts = countsOf(seats)
  const shown: readonly (readonly [Sign, string])[] = [
    ['disc', `${counts.disc} of ${seats.length} took it in`],
    ['half', `${counts.half} in the input`],
    ['ring', `${counts.ring} ${counts.ring === 1 ? 'reads' : 'read'} it with the next prompt`],
    ['x', `${counts.x} could not`],
  ]
  return shown
    .filter(([sign]) => counts[sign] > 0)
    .map(([sign, words]) => (
      <span key={sign}>
        <ReceiptSign of={sign} />
        {words}
      </span>
    ))
}
