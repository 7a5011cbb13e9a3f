import { Icon } from '../../components/icon.tsx'
import { useKept } from '../../components/stretch.tsx'
import { SafeText } from '../../components/safe-text.tsx'
import { useLiveText } from '../../entities/agent/paced-stream.ts'
import type { WordsProps } from '../../entities/agent/said.tsx'
import { useDensity } from './density.tsx'
import { classes } from '../../components/classes.ts'
import css from './tools.module.css'

const atOnce = () => 0

/** What the agent thinks, while it does and afterwards. */
export function Thinking({ text, agent, at, n, isLast }: WordsProps) {
  const written = useLiveText(text === null ? agent : null, at, atOnce)
  return <Thought text={text ?? written} n={n} isGrowing={text === null && isLast} />
}

interface ThoughtProps {
  readonly text: string
  readonly n: number | undefined
  /** Still being thought. */
  readonly isGrowing: boolean
}

/** What the agent thought, folded: it is not what it says. */
function Thought({ text, n, isGrowing }: ThoughtProps) {
  const density = useDensity()
  const [choice, setChoice] = useKept<boolean | null>(n === undefined ? null : `thought ${n}`, null)
  const isOpen = choice ?? density === 'verbose'
  if (text.trim() === '') return null
  return (
    <details
      className={classes(css.thought, 'block')}
      data-n={n}
      open={isOpen}
      onToggle={({ currentTarget: { open } }) => open !== isOpen && setChoice(open)}
    >
      <summary>
        <Icon name="right" className="twist" />
        {isGrowing ? 'Thinking…' : 'Thought'}
      </summary>
      {isOpen && (
        <p dir="auto">
          <SafeText text={text} />
        </p>
      )}
    </details>
  )
}
