import { useId, useState, type KeyboardEvent } from 'react'
import type { AgentId } from '../../../main/contract/api/model.ts'
import type { AgentView } from '../../../main/contract/api/views.ts'
import { Button } from '../../components/button.tsx'
import { Icon } from '../../components/icon.tsx'
import { SafeText } from '../../components/safe-text.tsx'
import { ask } from '../../state/connection.ts'
import { useMirror, useMirrorList } from '../../state/store.ts'
import { useAnswer } from '../../state/use-answer.ts'
import { optionAria, Options, useOptions } from '../../components/options.tsx'
import { errorWords, withErrorToast } from '../../state/act.ts'
import { folderKey } from './short-path.ts'
import css from './folder-field.module.css'
import { classes } from '../../components/classes.ts'
import { Problem } from '../../components/problem.tsx'

interface FolderFieldProps {
  readonly value: string
  readonly onChange: (folder: string) => void
  /** Id of the error message. */
  readonly problem: string | undefined
  readonly className: string | undefined
  readonly id?: string
}

/** Offers recent folders first, then matches of the typed path. */
export function FolderField({ value, onChange, problem, className, id }: FolderFieldProps) {
  const own = useId()
  const [isFocused, setFocused] = useState(false)
  /** Until something is typed, recent folders are offered. */
  const [isTyped, setTyped] = useState(false)
  const recent = useMirrorList((now) => recentFolders(now.agents, now.status?.defaultFolder))
  const fitting = useFolders(isFocused && isTyped ? value : null)
  const offers = (isTyped ? fitting : recent).filter((offer) => offer !== value)
  const list = useOptions(isFocused ? `${isTyped} ${value}` : null, offers, -1)
  const isDesktop = useMirror((now) => now.status?.shell === 'desktop')
  const take = (folder: string) => {
    onChange(folder)
    setTyped(false)
    list.close()
  }
  const press = (event: KeyboardEvent) =>
    list.press(event, (folder, by) => {
      // As in a terminal: Tab descends into the folder, Enter takes it.
      if (by === 'Enter') take(folder)
      else {
        onChange(folder.endsWith('/') ? folder : `${folder}/`)
        setTyped(true)
      }
      return true
    })
  return (
    <>
      <span className={classes(css.folderField, className)}>
        <Icon name="folder" />
        <input
          id={id ?? own}
          className="mono"
          role="combobox"
          aria-label={id === undefined ? 'Folder' : undefined}
          aria-expanded={list.isOpen}
          aria-invalid={problem !== undefined}
          aria-describedby={problem}
          {...optionAria(list)}
          data-help="Folder"
          autoComplete="off"
          spellCheck={false}
          value={value}
          onFocus={() => setFocused(true)}
          onBlur={() => {
            setFocused(false)
            setTyped(false)
          }}
          onChange={(event) => {
            setTyped(true)
            onChange(event.target.value)
          }}
          onKeyDown={press}
        />
        <Options list={list} label={isTyped ? 'Matches' : 'Recent'} keyOf={(folder) => folder} onTake={take}>
          {(folder) => <SafeText as="span" className="mono clip" text={folder} />}
        </Options>
      </span>
      {isDesktop && <BrowseButton onChosen={take} />}
    </>
  )
}

/** The previous answer stays until the next one is there. */
function useFolders(path: string | null): readonly string[] {
  const { answer } = useAnswer('folders.list', path ? { path } : null)
  return path ? (answer?.folders ?? []) : []
}

const most = 6

/** Most recently used first; includes the default folder. */
export function recentFolders(
  agents: Readonly<Record<AgentId, AgentView>>,
  usual: string | undefined,
): readonly string[] {
  const worked = Object.values<AgentView>(agents)
    .toSorted((a, b) => b.since - a.since)
    .map((agent) => agent.cwd)
  const all = [...worked.slice(0, 50), ...(usual === undefined ? [] : [usual])]
  return [...new Set(all.map(folderKey))].slice(0, most)
}

function BrowseButton({ onChosen }: { readonly onChosen: (folder: string) => void }) {
  const browse = async () => {
    await withErrorToast(async () => {
      const { folder } = await ask('folders.choose', {})
      if (folder !== null) onChosen(folder)
    })
  }
  return (
    <Button variant="ghost" onClick={() => void browse()}>
      Browse…
    </Button>
  )
}

interface CreateFolderProps {
  readonly folder: string
  readonly onMade: (() => void) | undefined
}

export function CreateFolder({ folder, onMade }: CreateFolderProps) {
  const [problem, setProblem] = useState('')
  const create = () =>
    ask('folders.make', { folder: folder.trim() }).then(
      () => onMade?.(),
      (error: unknown) => setProblem(errorWords(error)),
    )
  return (
    <div>
      <Button onClick={() => void create()}>Create folder</Button>
      {problem !== '' && <Problem text={problem} />}
    </div>
  )
}
