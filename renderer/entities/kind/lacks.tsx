import { classes } from '../../components/classes.ts'
import type { Abilities } from '../../../main/contract/agents/abilities.ts'
import { lacks, lacksAmong } from '../../../main/contract/agents/ability-words.ts'
import { kindFacts, usualKind, type AgentKind } from '../../../main/contract/agents/kinds.ts'
import css from './kind.module.css'

interface LacksProps {
  readonly kind: AgentKind
  readonly abilities: Abilities
}

/** Lists what an agent lacks, collapsed if it is more than a line. */
export function Lacks({ kind, abilities }: LacksProps) {
  const all = lacks(kind, abilities)
  if (all.length < 2)
    return all.map((line) => (
      <p key={line} className="small muted">
        {line}
      </p>
    ))
  return (
    <details className={classes('small muted', css.lacks)} data-part="lacks">
      <summary>
        Differences from {kindFacts[usualKind].name} ({all.length})
      </summary>
      <ul aria-label={`What ${kindFacts[kind].name} lacks`}>
        {all.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </details>
  )
}

interface LackLineProps {
  readonly abilities: Abilities
  /** Abilities that matter here; missing ones are listed. */
  readonly of: readonly (keyof Abilities)[]
  readonly name?: string
}

export function LackLine({ abilities, of, name }: LackLineProps) {
  const words = lacksAmong(abilities, of).join(' ')
  if (words === '') return null
  return (
    <p className="small muted" data-part="lack">
      {name === undefined ? words : `${name}: ${words}`}
    </p>
  )
}
