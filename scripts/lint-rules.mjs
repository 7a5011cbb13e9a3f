import { posix, relative, sep } from 'node:path'
import { whyNot } from './layers.mjs'
import { toldWords } from './told-words.mjs'

/** @typedef {Parameters<import('oxlint/plugins-dev').RuleTester['run']>[1]} Rule */

/** Operands whose comparison with a folder's path is allowed: literals, null and undefined. */
const noPath =
  ':not([right.type="Literal"]):not([left.type="Literal"]):not([right.type="Identifier"][right.name="undefined"])'

/**
 * Banned syntax, each a lint rule.
 * @type {Record<string, {selector: string, message: string}>}
 */
const syntax = {
  'no-barrel': {
    selector: 'ExportAllDeclaration',
    message: 'No barrels: import from where it is.',
  },
  'no-enum': {
    selector: 'TSEnumDeclaration',
    message: 'Use a union of strings.',
  },
  'no-html': {
    selector:
      'JSXAttribute[name.name="dangerouslySetInnerHTML"], Property[key.name="dangerouslySetInnerHTML"], ' +
      'AssignmentExpression[left.property.name=/^(inner|outer)HTML$/], ' +
      'CallExpression[callee.property.name=/^(insertAdjacentHTML|setHTMLUnsafe|createContextualFragment)$/]',
    message: 'What agents say is never HTML; make elements.',
  },
  'no-channel': {
    selector:
      ':matches(CallExpression[callee.object.name="ipcMain"], CallExpression[callee.object.property.name="ipcMain"])' +
      '[callee.property.name=/^(on|once|addListener|handle|handleOnce)$/]',
    message: 'There is one request channel; add a row to the table of requests.',
  },
  'no-window': {
    selector:
      'NewExpression[callee.name="BrowserWindow"], NewExpression[callee.property.name="BrowserWindow"]',
    message: 'Windows are made in main/apps/desktop/window.ts only.',
  },
  'no-open-external': {
    selector: 'MemberExpression[property.name="openExternal"]',
    message: 'What is outside is opened in main/apps/desktop/dialogs.ts only, after it was judged.',
  },
  'no-execute-javascript': {
    selector: 'MemberExpression[property.name=/^executeJavaScript/]',
    message: 'Main runs nothing in the page; tell it by the feed.',
  },
  'no-skipped-test': {
    selector:
      'MemberExpression[property.name=/^(only|skip|todo|fixme)$/][object.name=/^(test|it|describe|suite)$/], ' +
      'MemberExpression[property.name=/^(only|skip|fixme)$/][object.property.name="describe"]',
    message: 'Every test runs.',
  },
  'no-sleep': {
    selector:
      'MemberExpression[property.name="waitForTimeout"], ' +
      'MemberExpression[object.name="vi"][property.name=/^(waitFor|waitUntil)$/]',
    message: 'No sleeps and no polling: await the event.',
  },
  'no-module-mock': {
    selector: 'MemberExpression[object.name="vi"][property.name=/^(mock|doMock)$/]',
    message: 'No module mocks: pass a small fake in.',
  },
  'no-parsed-reason': {
    selector:
      'CallExpression[callee.property.name=/^(includes|startsWith|endsWith|indexOf|replace|replaceAll|match|matchAll|search|split)$/]' +
      ':matches([callee.object.name="reason"], [callee.object.property.name="reason"]), ' +
      'CallExpression[callee.property.name=/^(test|exec)$/]' +
      ':matches([arguments.0.name="reason"], [arguments.0.property.name="reason"])',
    message: 'A reason is a fact: ask for its kind. Words are made of it, and not read back.',
  },
  'no-parsed-note': toldWords,
  'no-folder-text': {
    selector:
      `BinaryExpression[operator=/^[!=]==$/]${noPath}` +
      ':matches([left.name=/^(cwd|folder)$/], [right.name=/^(cwd|folder)$/], ' +
      '[left.property.name=/^(cwd|folder)$/], [right.property.name=/^(cwd|folder)$/]), ' +
      'CallExpression[callee.property.name="startsWith"][arguments.0.value=/^[.][.]/]',
    message:
      'A folder has many spellings: isSameFolder and isInFolder of main/adapters/folder/folder-identity, in the window folderKey.',
  },
  'no-composition': {
    selector:
      ':matches(MemberExpression > Identifier.property, ObjectPattern > Property > Identifier.key)[name=/^(isComposing|keyCode)$/], ' +
      'JSXAttribute[name.name=/^onKey(Up|Press)(Capture)?$/], ' +
      'CallExpression[callee.property.name="addEventListener"][arguments.0.value=/^key(up|press)$/], ' +
      'CallExpression[callee.property.name="addEventListener"][callee.object.name=/^(window|globalThis)$/][arguments.0.value="keydown"]',
    message:
      'renderer/keys/composition.ts keeps what an input method composes from every keydown handler below window. Handle keydown, on an element or the document.',
  },
  'no-spread-literal': {
    selector:
      ':matches(SpreadElement, JSXSpreadAttribute) > :matches(ObjectExpression[properties.length>0], ArrayExpression[elements.length>0], TSAsExpression > ObjectExpression[properties.length>0])',
    message: 'A literal is written where it stands: one property a line is easier to read than a short file.',
  },
  'no-await-at-load': {
    selector: ':matches(AwaitExpression, ForOfStatement[await=true]):not(:function *)',
    message: 'Electron is not ready before its entry has been evaluated: nothing there is awaited.',
  },
  'no-promise': {
    selector: ':function[async=true], AwaitExpression, NewExpression[callee.name="Promise"]',
    message: 'The core is a plain function: no promises.',
  },
}

/**
 * Only an agent's adapter may name the program behind it, in code and comments.
 * @type {Rule}
 */
const noProgramName = {
  create: (context) => ({
    Program() {
      for (const { index } of context.sourceCode.text.matchAll(/claude|anthropic/gi))
        context.report({
          loc: context.sourceCode.getLocFromIndex(index),
          message: 'No kind of agent by its name: say it in its adapter, or ask for what it can do.',
        })
    },
  }),
}

/**
 * Each layer imports only earlier ones.
 * @type {Rule}
 */
const layers = {
  create(context) {
    const path = relative(context.cwd, context.filename).split(sep).join(posix.sep)
    /** @type {(from: any, node: any, typesOnly: boolean) => void} */
    const check = (from, node, typesOnly) => {
      const message = typeof from?.value === 'string' ? whyNot(path, from.value, typesOnly) : undefined
      if (message !== undefined) context.report({ node, message })
    }
    return {
      ImportDeclaration: (node) => check(node.source, node, bringsTypes(node.importKind, node.specifiers)),
      ExportNamedDeclaration: (node) =>
        check(node.source, node, bringsTypes(node.exportKind, node.specifiers)),
      ExportAllDeclaration: (node) => check(node.source, node, node.exportKind === 'type'),
      ImportExpression: (node) => check(node.source, node, false),
      TSImportType: (node) => check(node.source, node, true),
    }
  },
}

/** @type {(kind: string | undefined, specifiers: any[]) => boolean} */
function bringsTypes(kind, specifiers) {
  const kinds = specifiers.map((one) => one.importKind ?? one.exportKind)
  return kind === 'type' || (kinds.length > 0 && kinds.every((one) => one === 'type'))
}

/** @type {[string, Rule][]} */
const syntaxRules = Object.entries(syntax).map(([name, { selector, message }]) => [
  name,
  { createOnce: (context) => ({ [selector]: (node) => context.report({ node, message }) }) },
])

/**
 * The plugin of oxlint.config.ts.
 * @type {{meta: {name: string}, rules: Record<string, Rule>}}
 */
const plugin = {
  meta: { name: 'janus' },
  rules: { layers, 'no-program-name': noProgramName, ...Object.fromEntries(syntaxRules) },
}
export default plugin
