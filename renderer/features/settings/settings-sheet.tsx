import { useId, useRef, useState, type ReactNode } from 'react'
import { settingGroups } from '../../../main/contract/app/setting-controls.ts'
import type { SettingReport } from '../../../main/contract/api/views.ts'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { hasWords } from '../../components/has-words.ts'
import { takeFocus } from '../../components/focus.ts'
import { Problem } from '../../components/problem.tsx'
import { errorWords } from '../../state/act.ts'
import { ask } from '../../state/connection.ts'
import { useAnswer } from '../../state/use-answer.ts'
import { useMirror } from '../../state/store.ts'
import { show } from '../../state/view-store.ts'
import css from './settings.module.css'
import { forgetHost, useKnownHosts } from '../../components/leave-dialog.tsx'
import type { Settings } from '../../../main/contract/app/settings.ts'
import type { RequestInput } from '../../../main/contract/api/requests.ts'
import { classes } from '../../components/classes.ts'
import { isSystemSwitch, ring, soundOf } from '../../state/sounds.ts'
import { allowNotifications } from '../../state/system-news.ts'
import { SectionList } from './section-list.tsx'
import { SettingField } from './setting-field.tsx'

interface SettingsSheetProps {
  readonly text: string
  readonly fleet: ReactNode
  readonly onClose: () => void
}

/** Rendered from main's table of settings; each change takes effect at once. */
export function SettingsSheet({ text, fleet, onClose }: SettingsSheetProps) {
  const { answer: reports, problem } = useAnswer('settings.get', {})
  const [looked, setLooked] = useState(text)
  const values = useMirror((now) => now.status?.settings)
  const found = matching(reports ?? [], looked)
  const isFleetFound = hasWords(fleetText, looked)
  const areHostsFound = useKnownHostsFound(looked)
  const body = useRef<HTMLDivElement>(null)
  const groups = settingGroups
    .map((title) => ({ title, rows: found.filter(({ group }) => group === title) }))
    .filter(({ rows }) => rows.length > 0)
  const titles = [
    ...groups.map(({ title }) => title),
    ...(areHostsFound ? [hostsTitle] : []),
    ...(isFleetFound ? [fleetTitle] : []),
  ]
  return (
    <Dialog
      title="Settings"
      className={css.sheet}
      tools={
        <Button variant="ghost" onClick={() => show({ kind: 'about' })}>
          About Janus…
        </Button>
      }
      onClose={onClose}
    >
      <div className={css.looked}>
        <input
          ref={takeFocus}
          type="search"
          className="input"
          aria-label="Find a setting"
          placeholder="Find a setting"
          autoComplete="off"
          spellCheck={false}
          value={looked}
          onChange={(event) => setLooked(event.target.value)}
        />
      </div>
      <div className={css.page}>
        {values && titles.length > 0 && <SectionList titles={titles} body={body} />}
        <div ref={body} className="sheet-body" data-part="settings">
          {problem !== '' && <Problem text={`Couldn’t load settings. ${problem}`} />}
          {reports && titles.length === 0 && (
            <p className="muted" role="status">
              No matching settings.
            </p>
          )}
          {values &&
            groups.map(({ title, rows }) => (
              <Section key={title} title={title}>
                {rows.map((of) => (
                  <SettingRow key={of.name} of={of} value={values[of.name]} />
                ))}
              </Section>
            ))}
          {values && areHostsFound && <KnownHosts />}
          {values && isFleetFound && <Section title={fleetTitle}>{fleet}</Section>}
        </div>
      </div>
    </Dialog>
  )
}

function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className={classes('stack gap-5', css.group)} aria-label={title} tabIndex={-1} data-quiet>
      <h2>{title}</h2>
      {children}
    </section>
  )
}

const fleetTitle = 'Fleet'

/** Search terms that find the fleet section. */
const fleetText = 'fleet found create join invite invitation remove other machines machine server'

const hostsTitle = 'Trusted sites'

function useKnownHostsFound(looked: string): boolean {
  const hosts = useKnownHosts()
  return (
    hosts.length > 0 &&
    hasWords([hostsTitle, 'web links pages hosts always browser without asking', ...hosts].join(' '), looked)
  )
}

function KnownHosts() {
  const hosts = useKnownHosts()
  return (
    <Section title={hostsTitle}>
      <ul className={css.hosts}>
        {hosts.map((host) => (
          <li key={host} className="row break-anywhere">
            <span className="mono grow">{host}</span>
            <Button variant="ghost" aria-label={`Remove ${host}`} onClick={() => forgetHost(host)}>
              Remove
            </Button>
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** Settings that contain every search word; all for an empty search. */
export function matching(reports: readonly SettingReport[], looked: string): readonly SettingReport[] {
  return reports.filter((of) => of.control !== null && hasWords(textOf(of), looked))
}

function textOf({ name, group, title, about, control }: SettingReport): string {
  const choices = control?.as === 'choice' ? Object.values(control.choices) : []
  return [name, group, title, about, ...choices].join(' ')
}

export type SettingValue = Settings[keyof Settings]

function SettingRow({ of, value }: { readonly of: SettingReport; readonly value: SettingValue }) {
  const id = useId()
  const [problem, setProblem] = useState('')
  const [note, setNote] = useState(of.note)
  const keep = async (next: SettingValue) => {
    const kind = soundOf(of.name)
    if (kind !== null && next === true) void ring(kind)
    if (isSystemSwitch(of.name) && next === true && !(await allowNotifications()))
      return setProblem('The system or the browser blocks notifications. Allow them there first.')
    await ask('settings.change', { [of.name]: next } as RequestInput<'settings.change'>).then(
      (kept) => {
        setProblem('')
        setNote(kept.find(({ name }) => name === of.name)?.note)
      },
      (error: unknown) => setProblem(errorWords(error)),
    )
  }
  const isUsual = JSON.stringify(value) === JSON.stringify(of.default)
  return (
    <div className={css.row} data-setting={of.name}>
      <div className="stack gap-1">
        <label htmlFor={id} title={of.name}>
          {of.title}
        </label>
        <small id={`${id}-about`} className="muted">
          {of.about}
        </small>
      </div>
      <div className={classes('row', css.field)}>
        <SettingField
          of={of}
          value={value}
          onKeep={(next) => void keep(next)}
          onProblem={setProblem}
          id={id}
          describedBy={problem === '' ? `${id}-about` : `${id}-problem ${id}-about`}
          isWrong={problem !== ''}
        />
        {!isUsual && (
          <Button
            variant="ghost"
            className={css.usual}
            aria-label={`Reset ${of.title}`}
            title="Reset to default"
            onClick={() => void keep(of.default)}
          >
            Reset
          </Button>
        )}
      </div>
      {note !== undefined && <small role="status">{note}</small>}
      {problem !== '' && <Problem text={problem} id={`${id}-problem`} />}
    </div>
  )
}
