/** Keys that an input method composes with are stopped in one place: for the rule `no-restricted-syntax`. */
export const composition = {
  selector:
    ':matches(MemberExpression > Identifier.property, ObjectPattern > Property > Identifier.key)[name=/^(isComposing|keyCode)$/], ' +
    'JSXAttribute[name.name=/^onKey(Up|Press)(Capture)?$/], ' +
    'CallExpression[callee.property.name="addEventListener"][arguments.0.value=/^key(up|press)$/], ' +
    'CallExpression[callee.property.name="addEventListener"][callee.object.name=/^(window|globalThis)$/][arguments.0.value="keydown"]',
  message:
    'renderer/keys/composition.ts keeps what an input method composes from every keydown handler below window. Handle keydown, on an element or the document.',
}
