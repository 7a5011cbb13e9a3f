import css from './tabs.module.css'

interface FilterProps {
  readonly typed: string
  readonly onType: (typed: string) => void
}

/** Narrows a long list to the tabs of which these words say something; Esc shows all again. */
export function Filter({ typed, onType }: FilterProps) {
  return (
    <div className={css.filter}>
      <input
        type="search"
        className="input"
        aria-label="Filter the tabs"
        placeholder="Filter"
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={(event) => onType(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || typed === '') return
          event.preventDefault()
          event.stopPropagation()
          onType('')
        }}
      />
    </div>
  )
}
