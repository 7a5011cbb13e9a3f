import type { Request, Response } from 'express'
import { apiRoutes, toolPaths } from '../../contract/api/agents-api.ts'
import type { DeniedRequest, DeniedCaller } from '../../contract/app/denied-requests.ts'
import type { ErrorCode } from '../../contract/api/errors.ts'
import type { ApiCaller, Untaken } from './gate.ts'

/** Never throws. */
export type NoteDenial = (denied: DeniedRequest) => void

/**
 * Logs denied requests. Left out: a stale piece, which the window and the tools also try in other ways, and
 * a window without a session, which is normal after a restart.
 */
export function noteRefusal(note: NoteDenial, req: Request, res: Response, code: ErrorCode): void {
  const route = routeName(req.method, req.originalUrl)
  switch (code) {
    case 'forbidden_host':
    case 'forbidden_origin':
    case 'sender_mismatch':
      note({ code, by: byOf(res), route })
      return
    case 'unauthorized': {
      const untaken = res.locals['untaken'] as Untaken | undefined
      if (untaken !== undefined) note({ code, route, ...untaken })
      return
    }
    default:
  }
}

/** Unknown before the token gate. */
function byOf(res: Response): DeniedCaller {
  return (res.locals['caller'] as ApiCaller | undefined) ?? { kind: 'stranger' }
}

const methods = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE', 'HEAD', 'OPTIONS', 'CONNECT']
const pages = ['/', '/session', '/feed', '/requests/:kind']
const templates = [
  ...new Set(apiRoutes.map(({ path }) => `/api${path}`)),
  ...Object.values(toolPaths),
  ...pages,
]
  .map((template) => ({ template, parts: template.split('/') }))
  // Literal segments before parameters, as in the router.
  .sort((a, b) => a.template.split(':').length - b.template.split(':').length)

/** Consists of known words only, because the URL may contain a secret. */
export function routeName(method = '', url = ''): string {
  const given = url.split('?')[0]?.split('/') ?? []
  const known = templates.find(
    ({ parts }) => parts.length === given.length && parts.every((part, i) => fits(part, given[i] ?? '')),
  )
  const verb = methods.includes(method) ? method : '…'
  return `${verb} ${known?.template ?? elsewhere(given[1]?.toLowerCase())}`
}

function fits(part: string, given: string): boolean {
  return part.startsWith(':') ? given !== '' : part === given.toLowerCase()
}

const elsewhere = (first: string | undefined): string =>
  first === 'api' || first === 'mcp' ? `/${first}/…` : '/…'
