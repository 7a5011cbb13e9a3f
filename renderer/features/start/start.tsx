import { useState, type KeyboardEvent } from 'react'
import { wordsOf } from '../../act.ts'
import { Icon } from '../../components/icon.tsx'
import { Problem } from '../../components/problem.tsx'
import { useMirror } from '../../store.ts'
import { keepDraft } from '../../view-store.ts'
import { sendDraft } from '../composer/send.ts'
import { excessOf } from '../composer/size.ts'
import { Check } from './check.tsx'
import { ModeSelect, modelOffers } from './fields.tsx'
import { createAgent, freshFields } from './new-agent.tsx'
import { toast } from '../../view-store.ts'
import './start.css'

/** The first screen: an arch, and the place to say the first words. */
export function Start() {
  const isRehearsal = useMirror((now) => now.status?.rehearsal === true)
  const hasClosed = useMirror((now) => Object.keys(now.agents).length > 0)
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
          {hasClosed && (
            <p className="muted center">
              Closed agents are kept. They return to the list with the first tab.
            </p>
          )}
        </div>
      </div>
    </main>
  )
}

function FirstWords() {
  const [fields, setFields] = useState(() => freshFields(null))
  const [words, setWords] = useState('')
  const [problem, setProblem] = useState('')
  const [isSent, setSent] = useState(false)
  const trouble = excessOf(words) ?? problem
  const begin = async () => {
    if (isSent || excessOf(words) !== null) return
    setSent(true)
    try {
      const agent = await createAgent(fields)
      if (words.trim() === '') return
      // Kept as the new tab's draft first, so that a failed send loses nothing.
      keepDraft(agent, words)
      const wrong = await sendDraft(agent)
      if (wrong !== '') toast(wrong, { isError: true })
    } catch (error) {
      setProblem(wordsOf(error))
      setSent(false)
    }
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    void begin()
  }
  return (
    <form
      className="composer"
      aria-label="First agent"
      onSubmit={(event) => {
        event.preventDefault()
        void begin()
      }}
    >
      <textarea
        rows={3}
        autoFocus
        dir="auto"
        aria-label="Message to the first agent"
        placeholder="What should it look at first?"
        value={words}
        onChange={(event) => setWords(event.target.value)}
        onKeyDown={onKeyDown}
      />
      {trouble !== '' && (
        <div className="composer-problem">
          <Problem text={trouble} />
        </div>
      )}
      <div className="bar first-bar">
        <input
          className="bare strong"
          aria-label="Name"
          title="Name"
          autoComplete="off"
          spellCheck={false}
          value={fields.name}
          onChange={(event) => setFields({ ...fields, name: event.target.value })}
        />
        <label className="bare-with wide">
          <Icon name="folder" />
          <input
            className="bare"
            aria-label="Folder"
            title="Folder"
            autoComplete="off"
            spellCheck={false}
            value={fields.cwd}
            onChange={(event) => setFields({ ...fields, cwd: event.target.value })}
          />
        </label>
        <input
          className="bare"
          aria-label="Model"
          title="Model"
          placeholder="Default model"
          autoComplete="off"
          list="first-models"
          value={fields.model}
          onChange={(event) => setFields({ ...fields, model: event.target.value })}
        />
        <datalist id="first-models">
          {modelOffers.map((offer) => (
            <option key={offer} value={offer} />
          ))}
        </datalist>
        <ModeSelect
          label="Permission mode"
          className="bare"
          value={fields.permissionMode}
          onChange={(permissionMode) => setFields({ ...fields, permissionMode })}
        />
        <span className="grow" />
        <button type="submit" className="btn primary" disabled={isSent}>
          Start <kbd aria-hidden="true">↵</kbd>
        </button>
      </div>
    </form>
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
