import type { LinkMode } from '../../../main/contract/links/links.ts'
import type { LinkView } from '../../../main/contract/links/link-views.ts'
import { helpOf } from '../../components/help.ts'
import { moveFocus } from '../../components/popover.ts'
import { act } from '../../state/act.ts'
import { linkModeWords, modesFor } from '../../entities/link/link-words.ts'

export function ModeChoice({ link }: { readonly link: Pick<LinkView, 'id' | 'mode' | 'machines'> }) {
  return (
    <WordChoice
      label="Mode of the link"
      words={modesFor(link.machines !== undefined).map((mode) => ({ value: mode, ...linkModeWords[mode] }))}
      chosen={link.mode}
      onChoose={(mode: LinkMode) => {
        if (mode !== link.mode) void act('links.change', { id: link.id, mode })
      }}
    />
  )
}

interface WordChoiceProps<T extends string> {
  readonly label: string
  readonly words: readonly { readonly value: T; readonly word: string; readonly about?: string }[]
  readonly chosen: T
  readonly onChoose: (value: T) => void
}

/**
 * A radio group in which arrow keys only move the focus: a choice takes effect at once, and nobody wants
 * those passed on the way. Space or Enter chooses.
 */
export function WordChoice<T extends string>({ label, words, chosen, onChoose }: WordChoiceProps<T>) {
  return (
    <div
      className="seg"
      role="radiogroup"
      aria-label={label}
      onKeyDown={(event) => void moveFocus(event, 'radio')}
    >
      {words.map(({ value, word, about }) => (
        <button
          key={value}
          type="button"
          role="radio"
          aria-checked={value === chosen}
          tabIndex={value === chosen ? 0 : -1}
          data-word={word}
          {...(about === undefined ? {} : helpOf(about))}
          onClick={() => onChoose(value)}
        >
          {word}
        </button>
      ))}
    </div>
  )
}
