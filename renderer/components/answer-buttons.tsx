import { Button } from './button.tsx'

interface AnswerButtonsProps {
  readonly all: readonly (readonly [words: string, run: () => void, obstacle?: string | undefined])[]
  /** Empty on a card: the card says what they are about, and they show their keys. */
  readonly about: string
  readonly isSent: boolean
}

/** Answers to a proposal; `obstacle` disables one and says why. */
export function AnswerButtons({ all, about, isSent }: AnswerButtonsProps) {
  const isBare = about !== ''
  return (
    <div className="acts">
      {all.map(([words, run, obstacle], at) => (
        <Button
          key={words}
          variant={!isBare && at === 0 ? 'primary' : undefined}
          aria-label={isBare ? `${words}: ${about}` : undefined}
          disabled={isSent || obstacle !== undefined}
          title={obstacle}
          onClick={run}
        >
          {!isBare && <kbd aria-hidden="true">{at + 1}</kbd>} {words}
        </Button>
      ))}
    </div>
  )
}
