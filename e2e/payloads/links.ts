import { outside, run } from './html.ts'

/** Addresses that execute code or lead somewhere unexpected. */
const addresses: readonly string[] = [
  `javascript:${run}`,
  `JaVaScRiPt:${run}`,
  ` javascript:${run}`,
  `\u0001javascript:${run}`,
  `java\tscript:${run}`,
  `java\nscript:${run}`,
  `java&Tab;script:${run}`,
  `javascript&colon;${run}`,
  `&#106;avascript:${run}`,
  `&#x6a;&#x61;vascript:${run}`,
  `javascript:%70wned(1)`,
  `\\javascript:${run}`,
  `view-source:javascript:${run}`,
  `jar:javascript:${run}`,
  `data:text/html,<script>${run}</script>`,
  `data:text/html;base64,PHNjcmlwdD5wd25lZCgxKTwvc2NyaXB0Pg==`,
  `DATA:text/html,<script>${run}</script>`,
  `data:image/svg+xml,<svg onload=${run}>`,
  `vbscript:${run}`,
  `livescript:${run}`,
  `mocha:${run}`,
  `blob:${outside('b')}`,
  `filesystem:${outside('f')}`,
  `file:///etc/passwd`,
  `smb://evil.test/share`,
  `\\\\evil.test\\share`,
  `//evil.test/protocol-relative`,
  `/requests/agents.close`,
  `?state=start-empty`,
  `#__proto__`,
  `vscode://file/etc/passwd`,
  `ms-settings:`,
  `ms-officecmd:{}`,
  `janus://do`,
  `app://janus/`,
  `chrome://settings`,
  `about:blank`,
  `ftp://evil.test/x`,
  `ssh://-oProxyCommand=x@evil.test`,
  `tel:+1234`,
  `https://bank.example@evil.test/`,
  `https://xn--80ak6aa92e.test/`,
  `https://\u0430pple.test/`,
  `https://evil.test/\u202egpj.exe`,
  `https://user:pass@evil.test:99999/`,
  `https://[::1`,
  `http:///evil.test`,
  `https:evil.test`,
  `mailto:x@evil.test?bcc=y&body=SECRET&attach=/etc/passwd`,
]

/** Ways to write a link. */
const shapes: readonly ((address: string) => string)[] = [
  (address) => `[x](${address})`,
  (address) => `[x](<${address}> "title")`,
  (address) => `<${address}>`,
  (address) => `[x]\n\n[x]: ${address}`,
  (address) => `<a href="${address}">x</a>`,
]

/** Each address in two of the forms, so that every form gets every kind. */
export const hostileLinks: readonly string[] = addresses.flatMap((address, at) =>
  [0, 2].map((step) => (shapes[(at + step) % shapes.length] ?? String)(address)),
)
