import type { Author } from '../../../main/contract/api/model.ts'
import { useMirrorList } from '../../state/store.ts'
import { shownStateOf, type StateSource } from './agent-state.ts'
import { Sign } from '../../components/icon.tsx'
import { faceOfAuthor, type Face } from './identity.ts'
import css from './avatar.module.css'
import { classes } from '../../components/classes.ts'

interface AvatarProps {
  readonly author: Author
  readonly name: string
  readonly size?: 'sm' | 'md'
  /** Shows the state as a badge; its word must be elsewhere. */
  readonly state?: StateSource
}

/** A filled shape is an agent, an outlined arch a user. Hidden from screen readers: the name says it. */
export function Avatar({ author, name, ...rest }: AvatarProps) {
  return <FaceView face={useFace(author, name)} {...rest} />
}

interface FaceViewProps extends Pick<AvatarProps, 'size' | 'state'> {
  readonly face: Face
}

export function FaceView({ face, size = 'md', state }: FaceViewProps) {
  const shown = state && shownStateOf(state)
  // A sleeping agent counts as awake: the next message wakes it.
  const isOff = state?.status === 'stopped'
  return (
    <span
      className={classes(css.av, size === 'sm' && css.sm, isOff && css.off)}
      data-part="avatar"
      data-hue={face.hue}
      data-shape={face.shape}
      data-letters={face.letters.length}
      aria-hidden="true"
    >
      <svg className={css.sh} viewBox="0 0 32 32">
        <use href={`#w-${face.shape}`} />
      </svg>
      <b>{face.letters}</b>
      {shown && (
        <span className={classes('badge', shown.tone)}>
          <Sign of={shown.sign} />
        </span>
      )}
    </span>
  )
}

/** Follows renames and new agents. */
export const useFace = (author: Author, name: string): Face =>
  useMirrorList((now) => faceOfAuthor(author, name, now.agents, now.status?.fleet ?? null))
