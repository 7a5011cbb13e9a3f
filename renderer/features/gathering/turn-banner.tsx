import { absenceWords } from '../../../main/contract/gatherings/seat-words.ts'
import { closingWords } from '../../../main/contract/gatherings/closing-words.ts'
import type { GatheringView } from '../../../main/contract/gatherings/gathering-views.ts'
import { helpOf } from '../../components/help.ts'
import { Icon } from '../../components/icon.tsx'
import { Name, SafeText } from '../../components/safe-text.tsx'
import { actHelp } from '../../entities/gathering/act-help.ts'
import { steer } from '../../entities/gathering/gathering-acts.ts'
import { capital, sentence } from '../../entities/gathering/gathering-words.ts'
import { Piece } from '../../entities/gathering/signs.tsx'
import { humanSeat, yourPlace } from './turn-words.ts'
import css from './dock.module.css'

/** Whose turn it is, in words, and when the person's comes. */
export function TurnBanner({ of }: { readonly of: GatheringView }) {
  const hasSeat = of.human !== null && humanSeat(of) !== null
  if (of.phase === 'harvest')
    return (
      <p className={css.factsLine} data-part="facts-line">
        <span>
          <b>
            <SafeText text={endWords(of)} />
          </b>{' '}
          {of.harvester.absent === null ? (
            <>
              <Name name={of.harvester.name} /> writes the harvest.
            </>
          ) : (
            <SafeText
              text={`${of.harvester.name} cannot harvest: ${sentence(absenceWords(of.harvester.absent))}`}
            />
          )}
        </span>
      </p>
    )
  return (
    <div className={css.factsLine} data-part="facts-line">
      {of.piece && <Piece />}
      <p className={css.whose} data-part="whose-turn">
        {of.piece && (
          <b>
            <Name name={of.piece.name} /> ({of.piece.number}) has the piece.
          </b>
        )}{' '}
        {hasSeat ? (
          <>
            <SafeText text={yourPlace(of)} />
            {of.human?.away && ' You are away: your turns get a short time only.'}
          </>
        ) : (
          'You have no seat here: you are the host.'
        )}
      </p>
      {hasSeat && of.human && <OwnActs of={of} hand={of.human.hand} />}
    </div>
  )
}

/** Why it ends. */
function endWords({ closing }: GatheringView): string {
  if (!closing || closing.kind === 'spoken') return 'All has been said.'
  return capital(sentence(closingWords(closing)))
}

interface ActsProps {
  readonly of: GatheringView
  readonly hand: boolean
}

function OwnActs({ of, hand }: ActsProps) {
  return (
    <span className={css.ownActs}>
      <button
        type="button"
        className="btn ghost"
        {...helpOf(actHelp.hand)}
        onClick={() => void steer(of.id, 'hand')}
      >
        <Icon name="hand" />
        {hand ? 'Lower your hand' : 'Raise a hand'}
      </button>
      <button
        type="button"
        className="btn ghost"
        {...helpOf(actHelp.take)}
        onClick={() => void steer(of.id, 'take')}
      >
        Take the piece
      </button>
    </span>
  )
}
