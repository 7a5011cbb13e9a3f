import { densities, setDensity, useDensity, type Density } from './density.ts'

const words: Readonly<Record<Density, { readonly name: string; readonly about: string }>> = {
  summary: { name: 'Summary', about: 'What was said; all work in one line' },
  normal: { name: 'Normal', about: 'What was said and changed; tools in one line' },
  verbose: { name: 'Verbose', about: 'Everything: thoughts, tools, results' },
}

/** How much of the work is shown, as three words side by side. Ctrl+O goes from one to the next. */
export function DensityChoice() {
  const now = useDensity()
  return (
    <div className="seg" role="group" aria-label="How much is shown">
      {densities.map((density) => (
        <button
          key={density}
          type="button"
          aria-pressed={density === now}
          data-word={words[density].name}
          title={`${words[density].about} (Ctrl+O)`}
          onClick={() => void setDensity(density)}
        >
          {words[density].name}
        </button>
      ))}
    </div>
  )
}
