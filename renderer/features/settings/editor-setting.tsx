import { useEffect, useState } from 'react'
import type { EditorOffer } from '../../../main/contract/changes.ts'
import { ask } from '../../state/connection.ts'
import { Line, type FieldProps } from './setting-field.tsx'
import css from './settings.module.css'

/** The command of the person's editor, with those that are installed to be taken by a click. */
export function EditorSetting(props: FieldProps) {
  const { value, onKeep } = props
  const editors = useEditors()
  return (
    <>
      <Line {...props} shown={String(value)} onLine={onKeep} placeholder="code -g {file}:{line}" isCode />
      {editors.length > 0 && (
        <span className={css.offers} role="group" aria-label="Editors on this machine">
          {editors.map(({ name, command }) => (
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

function useEditors(): readonly EditorOffer[] {
  const [found, setFound] = useState<readonly EditorOffer[]>([])
  useEffect(() => {
    let left = false
    ask('editors.list', {}).then(
      ({ editors }) => left || setFound(editors),
      () => undefined,
    )
    return () => void (left = true)
  }, [])
  return found
}
