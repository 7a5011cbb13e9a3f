import type { ReactNode, RefObject } from 'react'
import type { GatheringView } from '../../../main/contract/gatherings/gathering-views.ts'
import { Button, IconButton } from '../../components/button.tsx'
import { Icon } from '../../components/icon.tsx'
import { SafeText } from '../../components/safe-text.tsx'
import { steer } from '../../entities/gathering/gathering-acts.ts'
import { classes } from '../../components/classes.ts'
import css from './dock.module.css'

interface BoxProps {
  readonly label: ReactNode
  readonly words: string
  readonly children: ReactNode
}

/** Words that wait, or that were not said. */
export function NoteBox({ label, words, children }: BoxProps) {
  return (
    <div className={classes('row small muted', css.note)} data-part="note">
      <Icon name="quote" />
      <p className="grow break-anywhere" dir="auto">
        {label} “<SafeText text={words} />”
      </p>
      {children}
    </div>
  )
}

interface NoteProps {
  readonly of: GatheringView
  readonly note: string
  /** What is begun in the box that it would go into. */
  readonly draft: string
  readonly onTake: (words: string) => void
  readonly input: RefObject<HTMLTextAreaElement | null>
  /** In one's turn it goes into what one says. */
  readonly isTurn?: boolean
  /** Something else is being written: it only shows. */
  readonly isQuiet?: boolean
  /** What the button that takes it says, where that is not plain. */
  readonly action?: string
}

/** The note that waits for one's turn, with the way back into the composer. */
export function NoteLine(props: NoteProps) {
  const { of, note, draft, onTake, input, isTurn = false, isQuiet = false } = props
  const take = async () => {
    if (!(await steer(of.id, 'note', { text: '' }))) return
    onTake(draft.trim() === '' ? note : `${note}\n\n${draft}`)
    input.current?.focus()
  }
  return (
    <NoteBox label="Your note:" words={note}>
      {!isQuiet && (
        <Button variant="ghost" onClick={() => void take()}>
          {props.action ?? (isTurn ? 'Put it in' : 'Edit')}
        </Button>
      )}
      {!isTurn && (
        <IconButton
          icon="x"
          aria-label="Discard the note"
          data-help="Discard the note"
          onClick={() => void steer(of.id, 'note', { text: '' })}
        />
      )}
    </NoteBox>
  )
}

interface UnsentProps {
  /** What they were begun as. */
  readonly label: string
  readonly words: string
  readonly action: string
  readonly onAct: () => void
}

/** Words begun in another box of this gathering: they wait, and move only by the user's hand. */
export function UnsentWords({ label, words, action, onAct }: UnsentProps) {
  if (words.trim() === '') return null
  return (
    <NoteBox label={`${label}:`} words={words}>
      <Button variant="ghost" onClick={onAct}>
        {action}
      </Button>
    </NoteBox>
  )
}
