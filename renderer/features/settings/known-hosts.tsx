import { forget, useKnownHosts } from '../../components/known-hosts.ts'
import { hasWords } from './matching.ts'
import css from './settings.module.css'

const title = 'Pages opened without asking'

/** Whether there is something of it to show, and it is looked for. */
export function useKnownHostsFound(looked: string): boolean {
  const hosts = useKnownHosts()
  return (
    hosts.length > 0 &&
    hasWords([title, 'web links hosts always browser', ...hosts].join(' ').toLowerCase(), looked)
  )
}

/** The hosts that the person wants no question for, each to be taken back. */
export function KnownHosts() {
  const hosts = useKnownHosts()
  return (
    <section className={css.group} aria-label={title}>
      <h2>{title}</h2>
      <ul className={css.hosts}>
        {hosts.map((host) => (
          <li key={host}>
            <span className="mono grow">{host}</span>
            <button
              type="button"
              className="btn ghost"
              aria-label={`Remove ${host}`}
              onClick={() => forget(host)}
            >
              Remove
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
