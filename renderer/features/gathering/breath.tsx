import type { GatheringView } from '../../../main/contract/gatherings/gathering-views.ts'
import { phaseHelp, phaseNames, phases, roundsOf, whereIs } from '../../entities/gathering/gathering-words.ts'
import { PhaseSign } from '../../entities/gathering/signs.tsx'
import css from './gathering-bar.module.css'

/** The three phases with their rounds: done, under way, to come. */
export function Breath({ of }: { readonly of: GatheringView }) {
  return (
    <span
      className={css.breath}
      role="img"
      aria-label={`${whereIs(of)}. Structure ${of.structure.join(', ')}`}
    >
      {phases.map((phase) => (
        <span key={phase} className={of.phase === phase ? css.now : undefined} data-help={phaseHelp[phase]}>
          <PhaseSign of={phase} />
          {of.phase === phase && phaseNames[phase]}
          {Array.from({ length: roundsOf(of, phase) }, (_, at) => (
            <i key={at} className={roundState(of, phase, at + 1)} />
          ))}
        </span>
      ))}
    </span>
  )
}

function roundState(of: GatheringView, phase: (typeof phases)[number], round: number): string | undefined {
  const at = phases.indexOf(phase)
  if (of.phase === 'harvest') return roundLeft(of, at, round)
  const now = phases.indexOf(of.phase)
  if (at < now || (at === now && round < of.round)) return css.used
  return at === now && round === of.round ? css.partly : undefined
}

/** While the harvest is written: the rounds stand as far as they were had. */
function roundLeft({ closing, spoken, seats, structure }: GatheringView, at: number, round: number) {
  if (!closing || closing.kind === 'spoken') return css.used
  const before = structure.slice(0, at).reduce((sum, rounds) => sum + rounds, round - 1)
  const had = spoken.turns - before * seats.length
  if (had >= seats.length) return css.used
  return had > 0 ? css.partly : undefined
}

/** The same for a narrow bar: `Hold 1/2`. */
export function ShortBreath({ of }: { readonly of: GatheringView }) {
  const rounds = of.phase === 'harvest' ? '' : ` ${of.round}/${roundsOf(of, of.phase)}`
  return (
    <>
      <PhaseSign of={of.phase} />
      <b className="num">
        <span aria-hidden="true">{phaseNames[of.phase] + rounds}</span>
        <span className="vh">{whereIs(of)}</span>
      </b>
    </>
  )
}
