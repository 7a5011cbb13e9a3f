/**
 * A note's facts and a call's result are columns beside its text, which is only for display. Text of users,
 * agents and tool inputs may be searched freely.
 */

const text = (/** @type {string} */ at) => [`[${at}.name="text"]`, `[${at}.property.name="text"]`]
const textOfResult = (/** @type {string} */ at) =>
  ['name', 'property.name'].map((name) => `[${at}.property.name="text"][${at}.object.${name}="result"]`)

/**
 * Selectors for comparing text; `of` selects the place of the text.
 * @param {(at: string) => string[]} of
 * @returns {string[]}
 */
const asked = (of) => [
  'CallExpression[callee.property.name=/^(includes|startsWith|endsWith|indexOf|match|matchAll|search)$/]' +
    `:matches(${of('callee.object').join(', ')})`,
  `CallExpression[callee.property.name=/^(test|exec)$/]:matches(${of('arguments.0').join(', ')})`,
  `BinaryExpression[operator=/^[!=]==$/]:matches(${[...of('left'), ...of('right')].join(', ')})`,
]

/** Code in which a row is known to be a note or a result: after a check of its kind, or filtered by it. */
const where = [
  ['IfStatement', 'test', 'consequent'],
  ['ConditionalExpression', 'test', 'consequent'],
  ['LogicalExpression[operator="&&"]', 'left', 'right'],
]
  .map(
    ([type, asks, then]) =>
      `${type}[${asks}.operator="==="][${asks}.right.value=/^(note|result)$/]` +
      `:matches([${asks}.left.name="kind"], [${asks}.left.property.name="kind"]) > .${then}`,
  )
  .concat(
    'CallExpression[callee.object.callee.property.name="filter"][callee.object.arguments.0.body.operator="==="]' +
      '[callee.object.arguments.0.body.right.value=/^(note|result)$/] > .arguments',
  )
  .flatMap((then) => [then, `${then} *`])
  .join(', ')

/** Banned syntax, for the rule `no-restricted-syntax`. */
export const toldWords = {
  selector: [...asked(text).map((asks) => `${asks}:matches(${where})`), ...asked(textOfResult)].join(', '),
  message:
    'What a row tells is a fact: ask for its note or its end. Words are made of it, and not read back.',
}
