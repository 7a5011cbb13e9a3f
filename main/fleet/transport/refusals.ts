import type { Fleet } from './fleet-file.ts'
import { ServerRefusal } from './connection.ts'
import type { Libraries } from './libraries.ts'

/** Why there is no connection. `isRefusal`: the server said no, or is another one; waiting does not help. */
export interface NoConnection {
  readonly isRefusal: boolean
  /** A sentence for a person, which says what can be done. */
  readonly why: string
}

/** What an error of the client means. */
export function whyNot(error: unknown, fleet: Fleet, { nats, jetstream }: Libraries): NoConnection {
  const server = fleet.servers.join(' or ')
  if (error instanceof ServerRefusal) return { isRefusal: true, why: error.message }
  if (error instanceof nats.AuthorizationError)
    return {
      isRefusal: true,
      why: `The server at ${server} does not know the key of this house. Have the house ${fleet.founder} tell its server to read its configuration again, or invite this house anew.`,
    }
  if (
    error instanceof jetstream.JetStreamError ||
    error instanceof jetstream.JetStreamApiError ||
    isNotEnabled(error)
  )
    return {
      isRefusal: true,
      why: `The server at ${server} keeps no mail: JetStream is off there. Start it with the configuration that Janus has written.`,
    }
  const code = codeOf(error)
  const tls = certificateWords(code, server)
  if (tls !== null) return { isRefusal: true, why: tls }
  return { isRefusal: false, why: `${server} does not answer (${word(code, error)}).` }
}

function certificateWords(code: string, server: string): string | null {
  if (code === 'CERT_HAS_EXPIRED' || code === 'CERT_NOT_YET_VALID')
    return `The certificate of ${server} is not valid today (${code}). Set the clock of this machine, or make a new certificate.`
  if (!/CERT|SIGNATURE|ISSUER|^ERR_SSL|^ERR_TLS|^EPROTO/.test(code)) return null
  return `What answers at ${server} does not prove to be the server of this fleet (${code}): nothing was sent. Look at what listens there, or whether the server got another certificate.`
}

/** The client hides some errors inside others. */
function codeOf(error: unknown): string {
  for (let at = error; at instanceof Error; at = at.cause)
    if ('code' in at && typeof at.code === 'string') return at.code
  return ''
}

const isNotEnabled = (error: unknown): boolean =>
  error instanceof Error && error.name === 'JetStreamNotEnabled'

const word = (code: string, error: unknown): string => {
  if (code !== '') return code
  return error instanceof Error && error.message !== '' ? error.message.slice(0, 200) : 'the connection ended'
}
