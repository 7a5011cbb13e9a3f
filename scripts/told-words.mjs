/**
 * What a note tells, and how a call ended, stands in the row beside its text; that is only shown. The words of people, of
 * agents and of tools' inputs are free, and anything may be looked for in them.
 */

const text = (/** @type {string} */ at) => [`[${at}.name="text"]`, `[${at}.property.name="text"]`]
const textOfResult = (/** @type {string} */ at) =>
  ['name', 'property.name'].map((name) => `[${at}.property.name="text"][${at}.object.${name}="result"]`)

/**
 * The ways to ask words by their letters; `of` gives what to ask of the place where the words stand.
 * @param {(at: string) => string[]} of
 * @returns {string[]}
 */
const asked = (of) => [
  'CallExpression[callee.property.name=/^(includes|startsWith|endsWith|indexOf|match|matchAll|search)$/]' +
    `:matches(${of('callee.object').join(', ')})`,
  `CallExpression[callee.property.name=/^(test|exec)$/]:matches(${of('arguments.0').join(', ')})`,
  `BinaryExpression[operator=/^[!=]==$/]:matches(${[...of('left'), ...of('right')].join(', ')})`,
]

/** Where a row has just been found to be a note or a result: behind a question for its kind, or sieved by it. */
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

/** A way of writing that is not ours, for the rule `no-restricted-syntax`. */
export const toldWords = {
  selector: [...asked(text).map((asks) => `${asks}:matches(${where})`), ...asked(textOfResult)].join(', '),
  message:
    'What a row tells is a fact: ask for its note or its end. Words are made of it, and not read back.',
}
