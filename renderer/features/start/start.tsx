import { useMirror } from '../../store.ts'
import { ClosedTabs } from '../tabs/closed-tabs.tsx'
import { Check } from './check.tsx'
import { FirstWords } from './first-words.tsx'
import './start.css'

/** The first screen: an arch, and the place to say the first words. */
export function Start() {
  const isRehearsal = useMirror((now) => now.status?.rehearsal === true)
  return (
    <main className="entry">
      <span className="wordmark corner hide-60" role="img" aria-label="Janus" />
      <div className="door">
        <div className="inside">
          <div className="over">
            <span className="mark" aria-hidden="true" />
            <h1>Begin with one voice</h1>
            <p className="lede">
              Every tab is an agent in a folder of yours. Give the first one something to do. Others can join
              it, and they write to each other.
            </p>
          </div>
          <FirstWords />
          <Check />
          {isRehearsal && <RehearsalNote />}
          <ClosedTabs />
        </div>
      </div>
    </main>
  )
}

function RehearsalNote() {
  return (
    <section className="offer">
      <div>
        <b>This is a</b>&ensp;<span className="chip rehearsal">rehearsal</span>
        <p className="muted">
          The agents are real, a built-in script speaks for them. No account, no cost, nothing leaves this
          computer.
        </p>
      </div>
    </section>
  )
}
