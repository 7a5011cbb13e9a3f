import type { About } from '../../contract/app/about.ts'
import { refused, type RequestContext } from '../api/request-context.ts'
import type { Handlers } from '../api/requests.ts'
import { diagnosisOf } from './diagnosis.ts'

export function aboutHandlers(parts: RequestContext) {
  const about = (): About => {
    const { version, stateFolder } = parts.status()
    const { facts, runtime } = parts.build
    return { version, ...facts, ...runtime, stateFolder, diagnosis: diagnosisOf(parts) }
  }
  return {
    'app.about': about,
    'app.licences': async () => {
      const text = await parts.build.licences().catch(() => null)
      if (text === null) throw refused('not_found', 'The licences are not there. Run npm run build.')
      return { text }
    },
  } satisfies Partial<Handlers>
}
