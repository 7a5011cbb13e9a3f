import { useEffect, useState } from 'react'
import type { ProgramOffer } from '../../../main/contract/folders/changes.ts'
import { ask } from '../../state/connection.ts'
import { Line, type FieldProps } from './setting-field.tsx'
import css from './settings.module.css'

interface ProgramSettingProps extends FieldProps {
  readonly program: 'editor' | 'terminal'
}

const words = {
  editor: { placeholder: 'code -g {file}:{line}', group: 'Editors on this machine' },
  terminal: { placeholder: 'konsole --workdir {folder}', group: 'Terminals on this machine' },
}

/** The command of a program of the person's, with those that are installed to be taken by a click. */
export function ProgramSetting({ program, ...props }: ProgramSettingProps) {
  const { value, onKeep } = props
  const { placeholder, group } = words[program]
  const offers = useOffers(program)
  return (
    <>
      <Line {...props} shown={String(value)} onLine={onKeep} placeholder={placeholder} isCode />
      {offers.length > 0 && (
        <span className={css.offers} role="group" aria-label={group}>
          {offers.map(({ name, command }) => (
            <button
              key={command}
              type="button"
              className="btn ghost"
              aria-pressed={command === value}
              title={command}
              onClick={() => onKeep(command)}
            >
              {name}
            </button>
          ))}
        </span>
      )}
    </>
  )
}

const asked = {
  editor: async () => (await ask('editors.list', {})).editors,
  terminal: async () => (await ask('terminals.list', {})).terminals,
}

function useOffers(program: ProgramSettingProps['program']): readonly ProgramOffer[] {
  const [found, setFound] = useState<readonly ProgramOffer[]>([])
  useEffect(() => {
    let left = false
    asked[program]().then(
      (offers) => left || setFound(offers),
      () => undefined,
    )
    return () => void (left = true)
  }, [program])
  return found
}
