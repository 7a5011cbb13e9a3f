import { useId } from 'react'
import { ailmentWords } from '../../../main/contract/agents/vitals.ts'
import type { AgentView } from '../../../main/contract/api/views.ts'
import { Icon } from '../../components/icon.tsx'
import { Since } from '../../components/time.tsx'
import { act } from '../../state/act.ts'
import css from './ailing.module.css'

/** A sign that the agent's process may not go on, what it means, and what can be done. */
export function AilingNote({ agent: { id, ailing } }: { readonly agent: AgentView }) {
  const heading = useId()
  if (ailing === null) return null
  const { title, about } = ailmentWords[ailing.is]
  return (
    <section className={css.ailing} role="group" aria-labelledby={heading}>
      <h2 id={heading}>
        <Icon name="hush" />
        {title} for <Since at={ailing.since} as="counted" />
      </h2>
      <p>{about}</p>
      <div className="acts">
        <button type="button" className="btn" onClick={() => void act('agents.restart', { agent: id })}>
          Restart
        </button>
      </div>
    </section>
  )
}
