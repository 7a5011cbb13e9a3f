import { useRef, type RefObject } from 'react'
import { IconButton } from '../../components/button.tsx'
import { classes } from '../../components/classes.ts'
import type { Attachment } from '../../../main/contract/mail/attachments.ts'
import { sizeWords } from '../../../main/contract/words/size-words.ts'
import { visible } from '../../components/hygiene.ts'
import { Icon } from '../../components/icon.tsx'
import { Problem } from '../../components/problem.tsx'
import { SafeText } from '../../components/safe-text.tsx'
import { Thumb } from '../attachment/attached.tsx'
import css from './attachment-chips.module.css'
import type { Attaching } from './use-attaching.ts'
import type { AgentView } from '../../../main/contract/api/views.ts'
import { listed } from '../link/link-words.ts'

interface ChipsProps {
  readonly attaching: Attaching
  /** What the receiver can't see; null if it sees everything. */
  readonly unshown: string | null
  /** Gets the focus when the last chip is removed. */
  readonly input: RefObject<HTMLTextAreaElement | null>
}

export function AttachmentChips({ attaching, unshown, input }: ChipsProps) {
  const { attachments, coming, trouble, news, remove } = attaching
  const list = useRef<HTMLUListElement>(null)
  const takeOff = (one: Attachment, at: number) => {
    remove(one)
    // The focus moves to the next chip.
    const buttons = [...(list.current?.querySelectorAll<HTMLButtonElement>('button[data-way=remove]') ?? [])]
    const next = buttons[at + 1] ?? buttons[at - 1] ?? input.current
    next?.focus()
  }
  return (
    <>
      {trouble !== '' && (
        <div className="composer-problem">
          <Problem text={trouble} />
        </div>
      )}
      {attachments.length + coming > 0 && (
        <ul className={classes('row wrap gap-3', css.chips)} aria-label="To be sent with it" ref={list}>
          {attachments.map((one, at) => (
            <li key={one.path}>
              <Chip one={one} onRemove={() => takeOff(one, at)} />
            </li>
          ))}
          {coming > 0 && (
            <li className="faint">{coming === 1 ? 'One file comes…' : `${coming} files come…`}</li>
          )}
        </ul>
      )}
      {unshown !== null && <p className={classes('small muted', css.note)}>{unshown}</p>}
      <span className="vh" role="status">
        {news}
      </span>
    </>
  )
}

function Chip({ one, onRemove }: { readonly one: Attachment; readonly onRemove: () => void }) {
  const { name, path, bytes, picture } = one
  return (
    <span className={classes('row gap-3 muted small', css.chip)} title={visible(path)}>
      {picture === null ? (
        <Icon name={bytes === null ? 'folder' : 'file'} />
      ) : (
        <Thumb picture={one} isSmall />
      )}
      <span className={css.name}>
        <SafeText as="span" className="clip" text={name} />
        {bytes !== null && <span className="faint num">{sizeWords(bytes)}</span>}
      </span>
      <IconButton
        icon="x"
        data-way="remove"
        aria-label={`Do not send ${visible(name)}`}
        title="Do not send it"
        onClick={onRemove}
      />
    </span>
  )
}

export function AttachButton({ onFiles }: { readonly onFiles: (files: readonly File[]) => void }) {
  const field = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={field}
        type="file"
        multiple
        hidden
        tabIndex={-1}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])])
          // Lets the same file be chosen again.
          event.target.value = ''
        }}
      />
      <IconButton
        icon="clip"
        aria-label="Attach pictures or files"
        data-help="Attach pictures or files"
        onClick={() => field.current?.click()}
      />
    </>
  )
}

/** Says before sending who can't view the pictures; null if everybody can. */
export function unshownTo(
  targets: readonly { readonly name: string; readonly abilities: Pick<AgentView['abilities'], 'images'> }[],
  attachments: readonly Attachment[],
): string | null {
  const pictures = attachments.filter(({ picture }) => picture !== null).length
  const blind = targets.filter(({ abilities }) => !abilities.images)
  if (pictures === 0 || blind.length === 0) return null
  const get = blind.length === 1 ? 'it gets' : 'they get'
  const what = pictures === 1 ? 'the file’s path' : 'the files’ paths'
  const names = listed(blind.map(({ name }) => visible(name)))
  return `${names} can’t view pictures; ${get} ${what}.`
}
