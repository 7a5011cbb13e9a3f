import type { ReactNode } from 'react'
import { ClosedTabs } from '../../entities/agent/closed-tabs.tsx'
import { FirstWords } from './first-words.tsx'
import { RehearsalOffer } from './rehearsal-offer.tsx'
import css from './start.module.css'
import { classes } from '../../components/classes.ts'

interface StartProps {
  /** The way to a first gathering, shown where agents are rehearsed. */
  readonly gathering: ReactNode
}

/** The first screen: an arch, and the place to say the first words. */
export function Start({ gathering }: StartProps) {
  return (
    <main className={css.entry} data-part="entry">
      <span className={classes('wordmark', css.corner, 'hide-60')} role="img" aria-label="Janus" />
      <div className={css.door}>
        <div className={css.inside}>
          <div className={css.over}>
            <span className="mark" aria-hidden="true" />
            <h1>Begin with one voice</h1>
            <p className={css.lede}>
              Every tab is an agent in a folder of yours. Give the first one something to do. Others can join
              it, and they write to each other.
            </p>
          </div>
          <FirstWords />
          <RehearsalOffer gathering={gathering} />
          <ClosedTabs />
        </div>
      </div>
    </main>
  )
}
