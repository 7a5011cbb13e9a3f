import type { ReactNode } from 'react'
import { ClosedTabs } from '../../entities/agent/closed-tabs.tsx'
import { FirstWords } from './first-words.tsx'
import { DemoScenes } from './demo.tsx'
import css from './start.module.css'
import { classes } from '../../components/classes.ts'

interface StartProps {
  /** The way to a first gathering, shown in the demo. */
  readonly gathering: ReactNode
}

/** The first screen: what Janus is, and the way to a first agent or to the demo. */
export function Start({ gathering }: StartProps) {
  return (
    <main className={css.entry} data-part="entry">
      <span className={classes('wordmark', css.corner, 'hide-60')} role="img" aria-label="Janus" />
      <div className={css.door}>
        <div className={css.inside}>
          <div className={css.over}>
            <span className="mark" aria-hidden="true" />
            <h1>Start your first agent</h1>
            <p className={css.lede}>
              Janus runs AI agents in tabs, each in a folder of yours, and lets them write to each other.
            </p>
          </div>
          <FirstWords />
          <DemoScenes gathering={gathering} />
          <ClosedTabs />
        </div>
      </div>
    </main>
  )
}
