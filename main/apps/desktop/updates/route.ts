import { npmSettings, type NpmSettings } from '../../../adapters/downloads/npm-settings.ts'
import type { PackedApp } from './open-updater.ts'

/** The proxies of a request, and the certificates that the user names for it. */
export type Route = Pick<NpmSettings, 'proxies' | 'ca'>

/** How an address is reached: as the environment and npm's settings say; if they name no proxy, as the system does. */
export async function routeTo(
  url: URL,
  { environment, home, systemProxy }: Pick<PackedApp, 'environment' | 'home' | 'systemProxy'>,
): Promise<Route> {
  const { registry: _, proxies, ...more } = npmSettings(environment, home, '')
  if ('HTTP_PROXY' in proxies || 'HTTPS_PROXY' in proxies) return { proxies, ...more }
  // As `PROXY host:port; DIRECT`. Node speaks no SOCKS, so such a proxy is passed by.
  const [, kind, host] = /^(PROXY|HTTPS) ([^\s;]+)/.exec(await systemProxy(url.href)) ?? []
  if (kind === undefined || host === undefined) return { proxies, ...more }
  const proxy = `${kind === 'HTTPS' ? 'https' : 'http'}://${host}`
  return { proxies: { ...proxies, HTTP_PROXY: proxy, HTTPS_PROXY: proxy }, ...more }
}
