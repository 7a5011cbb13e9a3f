import { type ReactNode, useState } from 'react'
import { useMirror, mirror } from '../../state/store.ts'
import { useUsualKind } from '../../entities/kind/kind-status.ts'
import { useRehearsal } from '../../state/use-rehearsal.ts'
import { errorWords } from '../../state/act.ts'
import { FaceView } from '../../entities/agent/avatar.tsx'
import { ask } from '../../state/connection.ts'
import { select, toast } from '../../state/view-store.ts'
import css from './start.module.css'
import { classes } from '../../components/classes.ts'
import { Button } from '../../components/button.tsx'

const about = 'Two agents write to each other, answered by a built-in script: no account, no cost'

/** Renders nothing in the demo itself, or where none can be opened. */
export function DemoButton() {
  const canOpen = useMirror(({ status }) => status?.canRehearse === true && !status.rehearsal)
  const { isOpening, open } = useRehearsal()
  if (!canOpen) return null
  return (
    <Button data-help={about} disabled={isOpening} onClick={open}>
      {isOpening ? 'Opening…' : 'Try the demo'}
    </Button>
  )
}

export function DemoScenes({ gathering }: { readonly gathering: ReactNode }) {
  const isDemo = useMirror((now) => now.status?.rehearsal === true)
  const canAnswer = useUsualKind()?.problem === null
  if (!isDemo || !canAnswer) return null
  return (
    <>
      <Duet />
      {gathering}
    </>
  )
}

/** A prompt that the demo's script answers. */
const scene = 'Ask Scout which parts of this project have no tests.'

/** Creates the two agents and sends the first prompt. Rejects as `ask` does. */
async function begin(): Promise<void> {
  const cwd = mirror.getState().status?.defaultFolder
  const where = cwd === undefined ? {} : { cwd }
  await ask('agents.create', { name: 'Scout', role: 'looks around', ...where })
  const builder = await ask('agents.create', { name: 'Builder', role: 'builds', ...where })
  select(builder.id)
  await ask('messages.send', { agent: builder.id, message: scene })
}

function Duet() {
  const [isBegun, setBegun] = useState(false)
  const watch = async () => {
    setBegun(true)
    try {
      await begin()
    } catch (error) {
      setBegun(false)
      toast(errorWords(error), { isError: true })
    }
  }
  return (
    <section className={classes('stack gap-6', css.offer)} aria-labelledby="duet">
      <span className={css.trio}>
        <FaceView face={{ hue: 1, shape: 1, letters: 'S' }} />
        <FaceView face={{ hue: 2, shape: 2, letters: 'B' }} />
      </span>
      <div>
        <h2 id="duet">
          <b>This is the demo</b>
        </h2>
        <p className="muted">
          A built-in script answers in place of a model. Builder asks Scout something: half a minute, no
          account, no cost, and nothing leaves this computer.
        </p>
      </div>
      <Button variant="primary" disabled={isBegun} onClick={() => void watch()}>
        {isBegun ? 'Starting…' : 'Watch two agents talk'}
      </Button>
    </section>
  )
}
