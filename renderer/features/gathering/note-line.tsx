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
  /** The text in the composer that the note would be added to. */
  readonly draft: string
  readonly onTake: (words: string) => void
  readonly input: RefObject<HTMLTextAreaElement | null>
  /** During the user's turn the note is added to their statement. */
  readonly isTurn?: boolean
  /** Only shown, because something else is being typed. */
  readonly isQuiet?: boolean
  /** Overrides the button's label. */
  readonly action?: string
}

/** The saved note for the user's next turn, with a button that moves it into the composer. */
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
  /** What the text was begun as. */
  readonly label: string
  readonly words: string
  readonly action: string
  readonly onAct: () => void
}

/** A text begun in another composer of this gathering: it stays there until the user moves it. */
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
