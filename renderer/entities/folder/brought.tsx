import { Button } from '../../components/button.tsx'
import { classes } from '../../components/classes.ts'
import type { FolderFile, FolderReview } from '../../../main/contract/api/views.ts'
import { visible } from '../../components/hygiene.ts'
import { Icon } from '../../components/icon.tsx'
import { Problem } from '../../components/problem.tsx'
import { SafeText } from '../../components/safe-text.tsx'
import { pathWithin } from './short-path.ts'
import css from './brought.module.css'

const fewLines = 4

/** Lists the settings files of a folder, each with what it would do. */
export function FolderSettings({ look }: { readonly look: FolderReview }) {
  if (look.files.length === 0) return <p className="muted">Nothing is there now.</p>
  return (
    <ul className={classes('well ruled', css.brought)} aria-label="The folder’s settings">
      {look.files.map((file) => (
        <li key={file.path}>
          <File file={file} within={look.folder} />
        </li>
      ))}
    </ul>
  )
}

/** Explains why a folder can't be trusted; renders nothing if every file is understood. */
export function UntrustableFolder({
  look,
  onAgain,
}: {
  readonly look: FolderReview
  readonly onAgain?: () => void
}) {
  const [first, ...others] = look.unclear
  if (first === undefined) return null
  const more = others.length === 0 ? '' : ` and ${others.length} more`
  return (
    <>
      <Problem
        text={`Janus cannot tell what ${pathWithin(first, look.folder)}${more} does, so it cannot be trusted here. Save it as UTF-8 in the format that its program reads, or remove it; then check again.`}
      />
      {onAgain && (
        <div className="acts">
          <Button onClick={onAgain}>Check again</Button>
        </div>
      )}
    </>
  )
}

/**
 * The user's environment variables that these files name: given to the agent and everything it starts, or
 * missing.
 */
export function Variables({ look: { variables } }: { readonly look: FolderReview }) {
  const given = variables.filter(({ isSet }) => isSet).map(({ name }) => name)
  const missing = variables.filter(({ isSet, hasDefault }) => !isSet && !hasDefault).map(({ name }) => name)
  return (
    <>
      {given.length > 0 && (
        <p>
          The agent, and every command and server that it starts, gets your{' '}
          <SafeText as="span" className="mono" text={given.join(', ')} />.
        </p>
      )}
      {missing.length > 0 && <Problem text={missingWords(missing)} />}
    </>
  )
}

const missingWords = (names: readonly string[]): string =>
  names.length === 1
    ? `Environment variable ${names.join()} is not set.`
    : `Environment variables ${names.join(', ')} are not set.`

function File({ file, within }: { readonly file: FolderFile; readonly within: string }) {
  const name = (
    <SafeText
      as="span"
      className="mono clip"
      title={visible(file.path)}
      text={pathWithin(file.path, within)}
    />
  )
  const lines = (
    <ul className={css.lines}>
      {file.brings.map((line, at) => (
        <li key={at} className="muted">
          <Line words={line} />
        </li>
      ))}
    </ul>
  )
  return (
    <details open={file.brings.length <= fewLines}>
      <summary className="row">
        <Icon name="right" className="twist" />
        {name}
        {file.brings.length > fewLines && <span className="num faint">{file.brings.length} settings</span>}
      </summary>
      {lines}
    </details>
  )
}

/** Text between two backticks is code. */
function Line({ words }: { readonly words: string }) {
  const parts = words.split('`')
  const [before = '', code = '', after = ''] = parts
  if (parts.length !== 3) return <SafeText text={words} />
  return (
    <>
      <SafeText text={before} />
      <SafeText as="code" text={code} />
      <SafeText text={after} />
    </>
  )
}
