import { npmSettings, type NpmSettings } from '../../../adapters/downloads/npm-settings.ts'
import type { PackedApp } from './open-updater.ts'

/** Proxies and extra CA certificates of a request. */
export type Route = Pick<NpmSettings, 'proxies' | 'ca'>

/** Uses the environment's and npm's proxy settings, else the system's. */
export async function routeTo(
  url: URL,
  { environment, home, systemProxy }: Pick<PackedApp, 'environment' | 'home' | 'systemProxy'>,
): Promise<Route> {
  const { registry: _, proxies, ...more } = npmSettings(environment, home, '')
  if ('HTTP_PROXY' in proxies || 'HTTPS_PROXY' in proxies) return { proxies, ...more }
  // Such as `PROXY host:port; DIRECT`. SOCKS proxies are ignored, since Node doesn't support them.
  const [, kind, host] = /^(PROXY|HTTPS) ([^\s;]+)/.exec(await systemProxy(url.href)) ?? []
  if (kind === undefined || host === undefined) return { proxies, ...more }
  const proxy = `${kind === 'HTTPS' ? 'https' : 'http'}://${host}`
  return { proxies: { ...proxies, HTTP_PROXY: proxy, HTTPS_PROXY: proxy }, ...more }
}
